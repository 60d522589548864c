import type { LucideIcon } from 'lucide-react'
import { BadgeCheck, CircleX, Clock } from 'lucide-react'
import { ordersApi } from './api.ts'
import { m } from '../../../paraglide/messages.js'
import type { Tone } from '../../../kit/Badge.tsx'
import type { LineState, OrderStatus } from '../totals.ts'

/** A customer's order, and an admin's view of one. */
export type Order = Awaited<ReturnType<typeof ordersApi.get.call>>
export type ReviewedOrder = Awaited<ReturnType<typeof ordersApi.reviewList.call>>['items'][number]
export type OrderLine = Order['lines'][number]

export const statusWords: Record<OrderStatus, () => string> = {
  pending: m.orders_status_pending,
  completed: m.orders_status_completed,
  cancelled: m.orders_status_cancelled,
}

export const statusTones: Record<OrderStatus, Tone> = {
  pending: 'pending',
  completed: 'active',
  cancelled: 'rejected',
}

export const lineWords: Record<LineState, () => string> = {
  open: m.orders_line_open,
  registered: m.orders_line_registered,
  gone: m.orders_line_gone,
}

export const lineTones: Record<LineState, { tone: Tone; icon: LucideIcon }> = {
  open: { tone: 'neutral', icon: Clock },
  registered: { tone: 'available', icon: BadgeCheck },
  gone: { tone: 'rejected', icon: CircleX },
}

/** What an order is called: its first domain, and how many more. */
export const nameOf = ({ domains }: Pick<Order, 'domains'>) =>
  domains.length > 1 ? `${domains[0]} +${domains.length - 1}` : (domains[0] ?? '')
