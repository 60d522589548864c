import {
  Banknote,
  BanknoteArrowUp,
  CircleMinus,
  CircleOff,
  CirclePlus,
  CopyX,
  EyeOff,
  FileQuestion,
  Hand,
  MessageSquareQuote,
  Shuffle,
  Undo2,
  UserX,
  type LucideIcon,
} from 'lucide-react'
import { m } from '../../../../paraglide/messages.js'
import type { Tone } from '../../../../kit/Badge.tsx'
import { productFacts } from '../../../products/products.data.ts'
import type { ProductName } from '../../../products/products.ts'
import type { PaymentFilter, PaymentState } from '../../received/payment-states.ts'
import type { Charge, Payment } from './payments.api.ts'
import { channelLabels, reasonText, writtenReason } from './received-texts.ts'

/** A state has an icon of its own where it is not what its tone stands for. */
export const paymentStates: Record<PaymentFilter, [Tone, () => string, LucideIcon?]> = {
  claimed: ['suggested', m.payments_state_claimed, MessageSquareQuote],
  received: ['suggested', m.payments_state_received, Shuffle],
  matched: ['available', m.payments_state_matched, Banknote],
  short: ['pending', m.payments_state_short, CircleMinus],
  over: ['suggested', m.payments_state_over, CirclePlus],
  double: ['pending', m.payments_state_double, CopyX],
  held: ['pending', m.payments_state_held, Hand],
  unread: ['pending', m.payments_state_unread, FileQuestion],
  rejected: ['rejected', m.payments_state_rejected],
  withdrawn: ['neutral', m.payments_state_withdrawn, CircleOff],
  reversed: ['rejected', m.payments_state_reversed, Undo2],
  refunded: ['neutral', m.payments_state_refunded, BanknoteArrowUp],
  ignored: ['neutral', m.common_not_ours, UserX],
  unseen: ['neutral', m.payments_state_unseen, EyeOff],
}

export const filterLabel = (filter: PaymentFilter): string => paymentStates[filter][1]()

/** The badge of a payment: its state, or that an admin has confirmed it without having seen it. */
export function badgeOf({ type, state, seen }: Payment): {
  tone: Tone
  text: string
  icon: LucideIcon | undefined
} {
  const [tone, label, icon] =
    paymentStates[type === 'received' && state === 'matched' && !seen ? 'unseen' : state]
  return { tone, text: label(), icon }
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
