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

/** A period of a service or of an invoice, the end excluded. */
export interface Period {
  starts_at: Date
  expires_at: Date
  /** The day of the month on which it ends where the month has it. */
  anchor_day: number
}

/** The first period of a service. Its day of the month is the anchor day of those that follow. */
export const firstPeriod = (starts_at: Date, months: number): Period => ({
  starts_at,
  expires_at: addMonths(starts_at, months),
  anchor_day: starts_at.getUTCDate(),
})

/**
 * The next period of a service, which begins at its expiry, or now if that is later (readings 29). An anchor day of the
 * 29th to 31st survives shorter months where the product keeps the day (readings 48).
 * @param months of the period
 */
export function nextPeriod(
  { expires_at, anchor_day }: { expires_at: Date | null; anchor_day: number | null },
  { months, keepsDay, now }: { months: number; keepsDay: boolean; now: Date },
): Period {
  const isEarly = expires_at !== null && expires_at > now
  const from = isEarly ? expires_at : now
  const isKept = keepsDay && anchor_day !== null && (isEarly || isOnDay(from, anchor_day))
  const day = isKept ? anchor_day : from.getUTCDate()
  return { starts_at: from, expires_at: addMonths(from, months, day), anchor_day: day }
}

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
