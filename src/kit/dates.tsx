import { useSyncExternalStore } from 'react'
import { dateLocales, dayStyle, dayText, momentStyle } from '../shared/dates.ts'
import { usePageData } from './page/page-data.ts'

/** A calendar day, in UTC, such as that of an expiry. */
export function FormattedDate({ at }: { at: string }) {
  const { locale } = usePageData()
  return (
    <time dateTime={at} className="whitespace-nowrap">
      {dayText(at, locale)}
    </time>
  )
}

/** An undefined zone is the one of the reader's own clock. */
type MomentOptions = Omit<Intl.DateTimeFormatOptions, 'timeZone'> & { timeZone?: string | undefined }

/** Formats moments in the shop's time zone, in the language of the page. */
export function useMomentFormat() {
  const { locale, timeZone } = usePageData()
  return (at: string, options: MomentOptions) =>
    new Intl.DateTimeFormat(dateLocales[locale], { timeZone, ...options }).format(new Date(at))
}

interface MomentProps {
  at: string
  /** With the seconds, as a log needs them. */
  exact?: boolean
  /** Another zone than the shop's; undefined for the reader's own clock. */
  zone?: string | undefined
  /** Shown instead of day and time. */
  children?: string
}

/** A moment as day and time in the shop's zone. The tooltip names the zone. */
export function Moment({ at, exact = false, children, ...given }: MomentProps) {
  const format = useMomentFormat()
  const zone = 'zone' in given ? { timeZone: given.zone } : {}
  return (
    <time
      dateTime={at}
      title={format(at, { ...whole, ...zone, timeZoneName: 'long' })}
      className="whitespace-nowrap tabular-nums"
    >
      {children ?? format(at, { ...zone, ...momentStyle, ...(exact && { timeStyle: 'medium' }) })}
    </time>
  )
}

const whole = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const

/** The day of a moment in the shop's zone. */
export function MomentDay({ at }: { at: string }) {
  const format = useMomentFormat()
  return <Moment at={at}>{format(at, dayStyle)}</Moment>
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** "5 minutes ago" or "in 2 hours", updated while it is shown; beyond a week the day in the shop's zone. */
export function RelativeTime({ at }: { at: string }) {
  const { locale } = usePageData()
  const now = useNow()
  const passed = now - Date.parse(at)
  if (Math.abs(passed) > 7 * 86_400_000) return <MomentDay at={at} />
  const [unit, length] = units.find(([, least]) => Math.abs(passed) >= least) ?? (['second', 60_000] as const)
  const format = new Intl.RelativeTimeFormat(dateLocales[locale], { numeric: 'auto' })
  return <Moment at={at}>{format.format(-Math.trunc(passed / length), unit)}</Moment>
}

/**
 * Since when something is there, for a narrow column: "5m", "3h" or "2d", beyond a week the day, beyond the year its month.
 * The tooltip has the whole moment.
 */
export function Age({ at }: { at: string }) {
  const { locale } = usePageData()
  const format = useMomentFormat()
  const now = useNow()
  const passed = now - Date.parse(at)
  const found = units.find(([, least]) => passed >= least)
  if (!found) return <RelativeTime at={at} />
  const [unit, length] = found
  if (passed <= 7 * units[0][1]) {
    // In Swahili "saa 2" is a time of day.
    if (locale === 'sw' && unit === 'hour') return <RelativeTime at={at} />
    const short = new Intl.NumberFormat(dateLocales[locale], { style: 'unit', unit, unitDisplay: 'narrow' })
    return <Moment at={at}>{short.format(Math.trunc(passed / length))}</Moment>
  }
  const isThisYear = new Date(now).getFullYear() === new Date(at).getFullYear()
  return (
    <Moment at={at}>
      {format(at, { month: 'short', ...(isThisYear ? { day: 'numeric' } : { year: 'numeric' }) })}
    </Moment>
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
