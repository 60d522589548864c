/**
 * The same time some months later, in UTC calendar arithmetic. The day is limited to the month's end (31 January +
 * 1 month → 28 February; 29 February + 12 months → 28 February).
 */
export function addMonths(at: Date, months: number): Date {
  const then = new Date(at)
  then.setUTCMonth(at.getUTCMonth() + months)
  // The day is after the month's end: go back to the last day.
  if (then.getUTCDate() !== at.getUTCDate()) then.setUTCDate(0)
  return then
}

const HOUR_MS = 3_600_000
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
