import { decimalsOf, priceDecimalsOf } from './currencies.ts'
import type { Money } from './money.ts'

/** A rate of exchange: so many units of `currency` for one unit of the other. */
export interface Rate {
  currency: string
  /** A decimal number above 0. */
  rate: number
}

/** A positive decimal number as a whole one and the decimals to cut off again. Binary fractions leave no trace. */
function wholeOf(decimal: number): { whole: bigint; decimals: number } {
  const [digits = '', exponent = '0'] = String(decimal).split('e')
  const [before = '', after = ''] = digits.split('.')
  const decimals = after.length - Number(exponent)
  return decimals < 0
    ? { whole: BigInt(before + after) * 10n ** BigInt(-decimals), decimals: 0 }
    : { whole: BigInt(before + after), decimals }
}

/**
 * An amount in another currency, as a multiple of a step: the next one above (`up`), or the nearest, with halves upwards
 * and an amount above 0 never as 0. The calculation is exact.
 * @param step in units of the new currency, such as 500; by default its smallest price
 * @param more per cents that come on top, one after the other, such as a margin and VAT
 */
export function exchange(
  { amount, currency: from }: Money,
  { currency, rate }: Rate,
  {
    round,
    step = 10 ** -priceDecimalsOf(currency),
    more = [],
  }: { round: 'up' | 'nearest'; step?: number; more?: readonly number[] },
): Money {
  const [times, by] = [wholeOf(rate), wholeOf(step)]
  // The number of steps as a fraction of whole numbers.
  let above = BigInt(amount) * times.whole * 10n ** BigInt(by.decimals)
  let below = by.whole * 10n ** BigInt(times.decimals + decimalsOf(from))
  for (const { whole, decimals } of more.map(wholeOf)) {
    const all = 100n * 10n ** BigInt(decimals)
    above *= all + whole
    below *= all
  }
  const steps = round === 'up' ? (above + below - 1n) / below : (2n * above + below) / (2n * below)
  const least = amount > 0 && steps === 0n ? 1n : steps
  const unit = (by.whole * 10n ** BigInt(decimalsOf(currency))) / 10n ** BigInt(by.decimals)
  return { amount: Number(least * unit), currency }
}
