/** Amounts are integer cents in the program, numeric(12,2) in the database and dollars in the API. */

/** The largest amount that numeric(12,2) holds, in cents. */
export const MOST_CENTS = 999_999_999_999

/** Dollars as entered → cents. `undefined` for what is no amount: negative, NaN, over the limit, part of a cent. */
export function centsFrom(dollars: number): number | undefined {
  const cents = Math.round(dollars * 100)
  if (!Number.isFinite(dollars) || dollars < 0 || cents > MOST_CENTS) return undefined
  // 19.99 * 100 is 1998.9999999999998: compare the other way round, where both are the nearest double.
  return cents / 100 === dollars ? cents : undefined
}

/** numeric(12,2) as the driver gives it → dollars as the API gives them. */
export const dollarsFrom = (amount: string | null) => (amount === null ? null : Number(amount))

/** Cents → numeric(12,2). */
export const amountFrom = (cents: number | null) =>
  cents === null ? null : `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`

const grouped = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Dollars as every screen shows them, in either language: thousands apart, two decimals. Never for what is typed or sent. */
export const shownDollars = (dollars: number) => `$${grouped.format(dollars)}`
