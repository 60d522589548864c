import { m } from '../../../paraglide/messages.js'
import { formatMoney, type Money } from '../../../shared/money/money.ts'

/** For what a domain's price is, and what each further year costs where that has a price. */
export const termsOf = (renewal: Money | undefined) =>
  renewal ? m.results_first_year_then({ price: formatMoney(renewal) }) : m.results_first_year()
