import { createApi } from '../../../../client/api.ts'
import { moneyFromDecimal } from '../../../../shared/money/money.ts'
import { chargesContract } from '../../charges/charges.contract.ts'
import type { Quote } from '../../charges/quotes.ts'

export const chargesApi = createApi('charges', chargesContract)

export type OwnCharge = Awaited<ReturnType<typeof chargesApi.list.call>>['items'][number]

/** What methods with a currency of their own take for the rest of a charge, at the rates of the offer. */
export const quotesOfCharge = ({ quotes }: Pick<OwnCharge, 'quotes'>): Quote[] =>
  quotes.map(({ method, rate, currency, amount }) => ({
    method,
    rate,
    ...moneyFromDecimal(amount, currency),
  }))
