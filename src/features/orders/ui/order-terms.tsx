import { forTerm } from '../../catalogue/ui/price-terms.tsx'
import { commonTerm, monthsOfItem } from '../../products/item.ts'
import type { Money } from '../../../shared/money/money.ts'
import { totalOf } from '../order.ts'
import { type Order, SumLine } from './order-parts.tsx'

/** The term of all that an order costs, in months. Null where it has several. */
export const orderMonths = ({ lines }: Pick<Order, 'lines'>): number | null =>
  commonTerm(lines.map(({ item, years }) => monthsOfItem(item, years)))

interface TermTotalsProps {
  lines: readonly { price: Money; months: number }[]
  currency: string
}

/** The sum of each term above a total, where the prices are for different terms. Its parent is a `dl`. */
export function TermTotals({ lines, currency }: TermTotalsProps) {
  const terms = [...new Set(lines.map(({ months }) => months))].sort((one, other) => other - one)
  if (terms.length < 2) return null
  return terms.map((term) => (
    <SumLine
      key={term}
      name={forTerm(term)}
      amount={totalOf(
        lines.filter(({ months }) => months === term),
        currency,
      )}
    />
  ))
}
