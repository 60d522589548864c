import { m } from '../../../../paraglide/messages.js'
import type { Tone } from '../../../../kit/Badge.tsx'
import { productFacts } from '../../../products/products.data.ts'
import type { ProductName } from '../../../products/products.ts'
import type { PaymentFilter, PaymentState } from '../../received/payment-states.ts'
import type { Charge, Payment } from './payments.api.ts'
import { channelLabels, reasonText, writtenReason } from './received-texts.ts'

const states: Record<PaymentFilter, [Tone, () => string]> = {
  claimed: ['suggested', m.payments_state_claimed],
  received: ['suggested', m.payments_state_received],
  matched: ['available', m.payments_state_matched],
  short: ['pending', m.payments_state_short],
  over: ['available', m.payments_state_over],
  double: ['pending', m.payments_state_double],
  held: ['pending', m.payments_state_held],
  unread: ['pending', m.payments_state_unread],
  rejected: ['rejected', m.payments_state_rejected],
  withdrawn: ['neutral', m.payments_state_withdrawn],
  reversed: ['rejected', m.payments_state_reversed],
  refunded: ['neutral', m.payments_state_refunded],
  ignored: ['neutral', m.common_not_ours],
  unseen: ['pending', m.payments_state_unseen],
}

export const filterLabel = (filter: PaymentFilter): string => states[filter][1]()

/** The badge of a payment: its state, or that an admin has confirmed it without having seen it. */
export function badgeOf({ type, state, seen }: Payment): { tone: Tone; text: string } {
  const [tone, label] = states[type === 'received' && state === 'matched' && !seen ? 'unseen' : state]
  return { tone, text: label() }
}

/** What is known of a payment: that the customer says it, where it was seen, or who has confirmed it. */
export function knownText({ type, seen, confirmed_by, channel }: Payment): string | null {
  if (type === 'refund') return null
  if (type === 'claim') return m.payments_known_claimed()
  if (!seen) return m.payments_known_confirmed({ name: confirmed_by ?? '—' })
  return channel && channelLabels[channel]()
}

/** Why a payment waits for a person, or what an admin wrote about it. Null where there is nothing to say. */
export const paymentReason = (reason: string | null, state: PaymentState) =>
  state === 'held' || state === 'unread' || (state === 'over' && reason)
    ? reasonText(reason)
    : writtenReason(reason)

type Located = Pick<Charge, 'kind' | 'request_id' | 'order_id'> & { customer: { id: string } | null }

/** The admins' screen of what a charge is for: the one request or order in its queue, or the customer of a renewal. */
export function screenOf({ kind, request_id, order_id, customer }: Located): string {
  if (order_id) return `/admin/orders?id=${order_id}`
  if (request_id) return `${productFacts[kind as ProductName].screens.admin}?id=${request_id}`
  return customer ? `/admin/profiles/${customer.id}` : '/admin'
}
