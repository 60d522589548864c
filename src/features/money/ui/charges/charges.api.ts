import { createApi } from '../../../../client/api.ts'
import { m } from '../../../../paraglide/messages.js'
import { moneyFromDecimal } from '../../../../shared/money/money.ts'
import { splitOrderName } from '../../../../shared/order-name.ts'
import { chargesContract } from '../../charges/charges.contract.ts'
import type { Quote } from '../../charges/quotes.ts'

export const chargesApi = createApi('charges', chargesContract)

export type OwnCharge = Awaited<ReturnType<typeof chargesApi.list.call>>['items'][number]

/** The subject of a charge, with the number of further items of an order. */
export function chargeTitle({ kind, subject }: { kind: string; subject: string }): string {
  if (kind !== 'order') return subject
  const { first, more } = splitOrderName(subject)
  return more ? m.payments_more_items({ first, more }) : first
}

/** What methods with a currency of their own take for the rest of a charge, at the rates of the offer. */
export const quotesOfCharge = ({ quotes }: Pick<OwnCharge, 'quotes'>): Quote[] =>
  quotes.map(({ method, rate, currency, amount }) => ({
    method,
    rate,
    ...moneyFromDecimal(amount, currency),
  }))
