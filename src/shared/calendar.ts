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

/** Whether a text is the name of a time zone, such as `Africa/Nairobi`. */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
