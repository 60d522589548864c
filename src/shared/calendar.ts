/**
 * The same time some months later, in UTC calendar arithmetic. The day is limited to the month's end (31 January +
 * 1 month → 28 February; 29 February + 12 months → 28 February).
 * @param day of the month, where it is not that of `at` (28 February + 1 month on day 31 → 31 March)
 */
export function addMonths(at: Date, months: number, day = at.getUTCDate()): Date {
  const then = new Date(at)
  then.setUTCDate(1)
  then.setUTCMonth(then.getUTCMonth() + months)
  then.setUTCDate(Math.min(day, lastDay(then)))
  return then
}

const lastDay = (at: Date) => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()

/** Whether a time is on a day of its month, or on the month's last where the month is shorter. */
export const isOnDay = (at: Date, day: number): boolean => at.getUTCDate() === Math.min(day, lastDay(at))

const HOUR_MS = 3_600_000

/** A time that many days of 24 hours after another, or before it. */
export const daysFrom = (at: Date, days: number) => new Date(at.getTime() + days * 24 * HOUR_MS)

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Whether a day, as `2026-11-22`, is one from that of `from` to that of `to`, in any time zone. */
export const isDayBetween = (day: string, from: Date, to: Date): boolean =>
  dayOf(from.getTime() - 12 * HOUR_MS) <= day && day <= dayOf(to.getTime() + 14 * HOUR_MS)

/** Whether a text is the name of a time zone, such as `Africa/Nairobi`. */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
