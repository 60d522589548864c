import { MessagesSquare } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { dateLocales } from '../../../shared/dates.ts'

/** The header of the customer's chat, with the answer time that is promised. Null in a provider's chat. */
export function ChatHeader({ minutes }: { minutes: number | null }) {
  const { locale, business } = usePageData()
  return (
    <PageHeader title={m.common_live_chat_support()}>
      {minutes === null
        ? m.chat_about_widget({ business: business.name })
        : m.chat_about({ business: business.name, wait: durationText(minutes, locale) })}
      {/* A promise of minutes is for the hours in which somebody is there. */}
      {business.hours ? ` ${m.chat_hours({ hours: business.hours })}` : null}
    </PageHeader>
  )
}

/** A chat of our own before its first line. */
export function EmptyChat({ minutes }: { minutes: number }) {
  const { locale } = usePageData()
  return (
    <div className="flex flex-col items-center gap-2 px-4 py-12 text-center">
      <MessagesSquare aria-hidden className="size-8 text-primary" />
      <p className="text-lg font-semibold">{m.chat_empty()}</p>
      <p className="max-w-text text-muted">{m.chat_empty_text({ wait: durationText(minutes, locale) })}</p>
    </div>
  )
}

/** A number of minutes as text, in whole hours where possible: "10 minutes", "2 hours". */
function durationText(minutes: number, locale: keyof typeof dateLocales): string {
  const [count, unit] = minutes % 60 === 0 ? [minutes / 60, 'hour'] : [minutes, 'minute']
  return new Intl.NumberFormat(dateLocales[locale], { style: 'unit', unit, unitDisplay: 'long' }).format(
    count,
  )
}
