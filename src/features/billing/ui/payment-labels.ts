import { m } from '../../../paraglide/messages.js'
import type { Tone } from '../../../kit/Badge.tsx'
import { productFacts } from '../../products/products.data.ts'
import type { ProductName } from '../../products/products.ts'
import type { PaymentState } from '../contract.ts'

export const stateLabels: Record<PaymentState, () => string> = {
  claimed: m.payments_state_claimed,
  received: m.payments_state_received,
  matched: m.payments_state_matched,
  short: m.payments_state_short,
  over: m.payments_state_over,
  double: m.payments_state_double,
  held: m.payments_state_held,
  unread: m.payments_state_unread,
  rejected: m.payments_state_rejected,
  reversed: m.payments_state_reversed,
  refunded: m.payments_state_refunded,
  ignored: m.payments_state_ignored,
}

export const stateTones: Record<PaymentState, Tone> = {
  claimed: 'pending',
  received: 'suggested',
  matched: 'available',
  short: 'pending',
  over: 'active',
  double: 'pending',
  held: 'pending',
  unread: 'pending',
  rejected: 'rejected',
  reversed: 'rejected',
  refunded: 'neutral',
  ignored: 'neutral',
}

const reasons: Record<string, () => string> = {
  'charge-void': m.payments_reason_void,
  'other-currency': m.payments_reason_currency,
  'claimed-by-another': m.payments_reason_another,
  'several-claims': m.payments_reason_several,
  reversal: m.payments_reason_reversal,
  balance: m.payments_reason_balance,
  sender: m.payments_reason_sender,
  letters: m.payments_reason_letters,
  time: m.payments_reason_time,
  pasted: m.payments_reason_pasted,
  'code-used': m.payments_reason_code_used,
}

/** Why a payment is held, or what an admin wrote about it. */
export const reasonText = (reason: string, state: PaymentState) =>
  state === 'held' ? (reasons[reason]?.() ?? m.payments_reason_other()) : reason

/** The admins' list that shows what a charge is for. */
export const queueOf = (kind: string) =>
  kind === 'order' ? '/admin/orders' : (productFacts[kind as ProductName]?.screens.admin ?? '/admin')
