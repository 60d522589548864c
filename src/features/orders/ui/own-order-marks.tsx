import { BadgeCheck, CircleSlash, Clock, type LucideIcon } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { Badge, type Tone } from '../../../kit/Badge.tsx'
import { PaymentBadge } from '../../money/ui/charges/charge-marks.tsx'
import type { LineState } from '../order.ts'
import {
  isInDelivery,
  itemTitle,
  lineTexts,
  nextStep,
  type Order,
  type OrderLine,
  OrderStatusBadge,
} from './order-parts.tsx'

/** The status of an order for its customer: of a pending one how far its payment is. */
export function OwnOrderBadge({ order }: { order: Order }) {
  if (order.status !== 'pending' || isInDelivery(order)) return <OrderStatusBadge order={order} />
  if (nextStep(order).step === 'pay') return <PaymentBadge state="open" />
  return order.payment_confirmed ? (
    <PaymentBadge state={order.amount_paid === null ? 'claimed' : 'paid'} />
  ) : (
    <OrderStatusBadge order={order} />
  )
}

const lineTones: Record<LineState, { tone: Tone; icon: LucideIcon }> = {
  open: { tone: 'neutral', icon: Clock },
  registered: { tone: 'available', icon: BadgeCheck },
  gone: { tone: 'rejected', icon: CircleSlash },
}

/** What has become of a line. */
export function LineBadge({ line, isUnpaid = false }: { line: OrderLine; isUnpaid?: boolean }) {
  if (line.in_delivery) return <Badge tone="pending">{m.requests_in_delivery()}</Badge>
  if (line.state === 'open' && isUnpaid) return <PaymentBadge state="open" />
  return <Badge {...lineTones[line.state]}>{lineTexts[line.state]()}</Badge>
}

/** An order for its customer, with all that is in it. */
export const orderNames = ({ domains }: { domains: readonly string[] }): string =>
  domains.map(itemTitle).join(', ')
