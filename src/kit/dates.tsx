import { useSyncExternalStore } from 'react'
import { usePageData } from './page/page-data.ts'

/** The locales for dates. In East Africa a date begins with the day. */
const dateLocales = { en: 'en-GB', sw: 'sw-TZ' }

/** A calendar day, in UTC. */
export function FormattedDate({ at }: { at: string }) {
  const { locale } = usePageData()
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {new Intl.DateTimeFormat(dateLocales[locale], { dateStyle: 'medium', timeZone: 'UTC' }).format(
        new Date(at),
      )}
    </time>
  )
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** "5 minutes ago" or "in 2 hours", updated while it is shown; beyond a week the day. */
export function RelativeTime({ at }: { at: string }) {
  const { locale } = usePageData()
  const now = useNow()
  const passed = now - Date.parse(at)
  if (Math.abs(passed) > 7 * 86_400_000) return <FormattedDate at={at} />
  const [unit, length] = units.find(([, least]) => Math.abs(passed) >= least) ?? (['second', 60_000] as const)
  const format = new Intl.RelativeTimeFormat(dateLocales[locale], { numeric: 'auto' })
  return (
    <time
      dateTime={at}
      title={new Date(at).toLocaleString(dateLocales[locale])}
      className="whitespace-nowrap"
    >
      {format.format(-Math.trunc(passed / length), unit)}
    </time>
  )
}

const UPDATE_MS = 15_000
const roundedNow = () => Math.floor(Date.now() / UPDATE_MS) * UPDATE_MS

/** The current time in milliseconds, updated every 15 seconds. */
export const useNow = () => useSyncExternalStore(subscribe, roundedNow, roundedNow)

function subscribe(onChange: () => void) {
  const timer = setInterval(onChange, UPDATE_MS)
  return () => clearInterval(timer)
}
