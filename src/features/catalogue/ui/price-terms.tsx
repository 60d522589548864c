import { m } from '../../../paraglide/messages.js'
import { formatMoney, type Money, moneyFromDecimal } from '../../../shared/money/money.ts'

/** The months of a term. Null for several terms, and without an end: then nothing is said of it. */
type Months = number | null

/** What a price is for once: `for 1 month`, `for 2 years`. */
export function forTerm(months: Months): string {
  if (months === null) return ''
  if (months === 1) return m.terms_for_month()
  return months === 12 ? m.terms_for_year() : m.terms_for_years({ years: months / 12 })
}

/** How often a price is paid: `/month`, `/year`. */
export function perTerm(months: Months): string {
  if (months === null) return ''
  if (months === 1) return m.terms_per_month()
  return months === 12 ? m.terms_per_year() : m.terms_per_years({ years: months / 12 })
}

/** An amount and, in smaller letters, its term. */
export const TermPrice = ({ price, term }: { price: Money; term: string }) => (
  <>
    <span className="whitespace-nowrap">{formatMoney(price)}</span>
    {term ? <span className="text-sm font-normal text-muted"> {term}</span> : null}
  </>
)

interface ColumnPriceProps {
  /** A decimal number of the API. */
  amount: number
  currency: string
  months: Months
}

/** An amount in a column of a list. The room of the term is the same in each row, so that the figures stand below each other. */
export const ColumnPrice = ({ amount, currency, months }: ColumnPriceProps) => (
  <span className="tabular-nums">
    <span>{formatMoney(moneyFromDecimal(amount, currency))}</span>
    <span className="inline-block pl-1 md:min-w-13 text-left text-sm text-muted">{perTerm(months)}</span>
  </span>
)
