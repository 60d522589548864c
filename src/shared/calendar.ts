/**
 * The same moment some months later: UTC, calendar arithmetic, cut to the month's end
 * (31 January + 1 month → 28 February; 29 February + 12 months → 28 February).
 */
export function addMonths(at: Date, months: number): Date {
  const then = new Date(at)
  then.setUTCMonth(at.getUTCMonth() + months)
  // The day ran over the month's end: step back to its last day.
  if (then.getUTCDate() !== at.getUTCDate()) then.setUTCDate(0)
  return then
}
