import { m } from '../../../paraglide/messages.js'
import { formatMoney, type Money } from '../../../shared/money/money.ts'

/** What each further year of a domain costs, as it stands below the price of the first one. Empty without a price. */
export const furtherTerms = (renewal: Money | undefined): string =>
  renewal ? m.results_then({ price: formatMoney(renewal) }) : ''

/** For what a domain's price is, and what each further year costs, on one line. */
export const termsOf = (renewal: Money | undefined): string =>
  [m.results_first_year(), furtherTerms(renewal)].filter(Boolean).join(', ')
