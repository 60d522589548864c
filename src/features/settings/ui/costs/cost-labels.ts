import { m } from '../../../../paraglide/messages.js'
import type { CostRow, PricedTerm } from '../../costs/costs.ts'

const terms: Record<PricedTerm, () => string> = {
  price: m.settings_first_year,
  renewal: m.settings_renewal_price,
}

/** What a price is for, such as `.com · First year`. */
export const costLabel = ({ ending, term }: Pick<CostRow, 'ending' | 'term'>) =>
  `.${ending} · ${terms[term]()}`

export const costKey = ({ ending, term }: Pick<CostRow, 'ending' | 'term'>) => `${ending} ${term}`
