import { m } from '../../../paraglide/messages.js'
import { formatMoney, moneyFromDecimal } from '../../../shared/money/money.ts'
import { forTerm, type Months } from './price-terms.tsx'

/** How often a price is paid: `/month`, `/year`. A longer term is no rate: a price for it is for once. */
export function perTerm(months: Months): string {
  if (months === 1) return m.terms_per_month()
  return months === 12 ? m.terms_per_year() : forTerm(months)
}

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
