import { m } from '../../../paraglide/messages.js'
import { formatMoney, type Money } from '../../../shared/money/money.ts'

/** The months of a term. Null for several terms, and without an end: then nothing is said of it. */
export type Months = number | null

/** What a price is for once: `for 1 month`, `for 2 years`. */
export function forTerm(months: Months): string {
  if (months === null) return ''
  if (months === 1) return m.terms_for_month()
  return months === 12 ? m.terms_for_year() : m.terms_for_years({ years: months / 12 })
}

/** An amount and, in smaller letters, its term. */
export const TermPrice = ({ price, term }: { price: Money; term: string }) => (
  <>
    <span className="whitespace-nowrap">{formatMoney(price)}</span>
    {term ? <span className="text-sm font-normal text-muted"> {term}</span> : null}
  </>
)
