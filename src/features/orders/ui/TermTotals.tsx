import { forTerm } from '../../catalogue/ui/price-terms.tsx'
import type { Money } from '../../../shared/money/money.ts'
import { totalOf } from '../order.ts'
import { SumLine } from './order-parts.tsx'

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
