/** The number of months in the overview. */
const SHOWN = 12

/** The last twelve months in UTC as `2026-11`, oldest first; the last one is the month of `now`. */
export function monthsUntil(now: Date): string[] {
  return Array.from({ length: SHOWN }, (_, index) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (SHOWN - 1 - index), 1))
    return month.toISOString().slice(0, 7)
  })
}
