import { forTerm } from '../../catalogue/ui/price-terms.tsx'
import { formatMoney, type Money } from '../../../shared/money/money.ts'
import { totalOf } from '../order.ts'

/** The term of a total; where its prices are for different terms, the sum of each: `$20.00 for 1 year · $5.99 for 1 month`. */
export function termsText(lines: readonly { price: Money; months: number }[], currency: string): string {
  const terms = [...new Set(lines.map(({ months }) => months))]
  if (terms.length === 1) return forTerm(terms[0]!)
  return terms
    .map((term) => {
      const sum = totalOf(
        lines.filter(({ months }) => months === term),
        currency,
      )
      return `${formatMoney(sum)} ${forTerm(term)}`
    })
    .join(' · ')
}
