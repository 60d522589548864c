/** Two years, so that each period has one before it. */
const SHOWN = 24

/** The last twenty-four months in UTC as `2026-11`, oldest first; the last one is the month of `now`. */
export function monthsUntil(now: Date): string[] {
  return Array.from({ length: SHOWN }, (_, index) => {
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - (SHOWN - 1 - index), 1))
    return month.toISOString().slice(0, 7)
  })
}
