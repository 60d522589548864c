import { type Money, sumOf } from '../../shared/money/money.ts'

/** The sum of the prices of some lines, in their currency. */
export const sumOfPrices = (lines: readonly { price: Money }[], currency: string): Money =>
  sumOf(
    lines.map(({ price }) => price),
    currency,
  )
