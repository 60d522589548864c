import { type Money, sumOf } from '../../shared/money/money.ts'

/** The term that all have, in months. Null where they differ, or one has none. */
export const commonTerm = (months: readonly (number | null)[]): number | null =>
  new Set(months).size === 1 ? months[0]! : null

/** The sum of the prices of some lines, in their currency. */
export const sumOfPrices = (lines: readonly { price: Money }[], currency: string): Money =>
  sumOf(
    lines.map(({ price }) => price),
    currency,
  )
