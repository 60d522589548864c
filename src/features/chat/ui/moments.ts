import { m } from '../../../paraglide/messages.js'

/** The locales for dates. In East Africa a date begins with the day. */
const dateLocales = { en: 'en-GB', sw: 'sw-TZ' }
type Locale = keyof typeof dateLocales

/** The time of a line on the reader's own clock. */
export const timeOf = (at: string, locale: Locale) =>
  new Intl.DateTimeFormat(dateLocales[locale], { hour: '2-digit', minute: '2-digit' }).format(new Date(at))

/** A line's day on the reader's own calendar, to group lines by day. */
export const dayKey = (at: string) => new Date(at).toDateString()

/** The name of a day: today, yesterday, or its date, with the year if it is not the current one. */
export function dayWords(at: string, locale: Locale, now = new Date()): string {
  const day = new Date(at)
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  if (day.toDateString() === now.toDateString()) return m.chat_today()
  if (day.toDateString() === yesterday.toDateString()) return m.chat_yesterday()
  return new Intl.DateTimeFormat(dateLocales[locale], {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(day.getFullYear() !== now.getFullYear() && { year: 'numeric' }),
  }).format(day)
}
