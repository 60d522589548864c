import { useSyncExternalStore } from 'react'
import { usePageData } from './page/page-data.ts'

/** Where the shop's customers live, dates begin with the day. */
const places = { en: 'en-GB', sw: 'sw-TZ' }

/** A day of the shop's calendar, which is kept in UTC. */
export function FormattedDate({ at }: { at: string }) {
  const { locale } = usePageData()
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {new Intl.DateTimeFormat(places[locale], { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(at))}
    </time>
  )
}

const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** How long ago something was, kept true while it is looked at; after a week its day. */
export function RelativeTime({ at }: { at: string }) {
  const { locale } = usePageData()
  const now = useNow()
  const passed = Math.max(0, now - Date.parse(at))
  if (passed > 7 * 86_400_000) return <FormattedDate at={at} />
  const [unit, length] = steps.find(([, least]) => passed >= least) ?? (['second', 60_000] as const)
  const words = new Intl.RelativeTimeFormat(places[locale], { numeric: 'auto' })
  return (
    <time dateTime={at} title={new Date(at).toLocaleString(places[locale])} className="whitespace-nowrap">
      {words.format(-Math.floor(passed / length), unit)}
    </time>
  )
}

const STEP_MS = 15_000
const moment = () => Math.floor(Date.now() / STEP_MS) * STEP_MS

/** The time in milliseconds, kept true to a quarter of a minute while it is looked at. */
export const useNow = () => useSyncExternalStore(follow, moment, moment)

function follow(tell: () => void) {
  const timer = setInterval(tell, STEP_MS)
  return () => clearInterval(timer)
}
