import type { Locale } from './pages.ts'

/** How days and moments are written, on screens, in mails and in documents: `26 Nov 2026, 18:40`. */

/** The locales for dates. In East Africa a date begins with the day. */
export const dateLocales = { en: 'en-GB', sw: 'sw-TZ' } as const satisfies Record<Locale, string>

export const dayStyle = { dateStyle: 'medium' } as const
export const momentStyle = { dateStyle: 'medium', timeStyle: 'short' } as const

/** A calendar day, in UTC, such as that of an expiry. */
export const dayText = (at: string, locale: Locale): string =>
  new Intl.DateTimeFormat(dateLocales[locale], { ...dayStyle, timeZone: 'UTC' }).format(new Date(at))
