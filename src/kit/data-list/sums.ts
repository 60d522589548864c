import { formatDecimal } from '../../shared/money/money.ts'

interface Sum {
  amount: number
  currency: string
}

export const sumsText = (sums: readonly Sum[]) =>
  sums.map(({ amount, currency }) => formatDecimal(amount, currency))

/** What rows add up to, in each currency. */
export function sumsOf<Row>(rows: readonly Row[], amountOf: ((row: Row) => Sum | null) | undefined): Sum[] {
  const sums = new Map<string, number>()
  for (const row of rows) {
    const one = amountOf?.(row)
    if (one) sums.set(one.currency, (sums.get(one.currency) ?? 0) + one.amount)
  }
  return [...sums].map(([currency, amount]) => ({ currency, amount }))
}
