import type { LineState, OrderStatus } from './totals.ts'

/** What an admin decides on an order, as the form holds it. */
export interface OrderDraft {
  status: OrderStatus
  admin_feedback: string
  /** By domain. */
  states: Record<string, LineState>
}

interface Seen {
  status: OrderStatus
  admin_feedback: string | null
  payment_confirmed: boolean
  lines: readonly { domain: string; state: LineState }[]
}

/** The order as the form shows it. */
export const draftOf = (order: Seen): OrderDraft => ({
  status: order.status,
  admin_feedback: order.admin_feedback ?? '',
  states: Object.fromEntries(order.lines.map(({ domain, state }) => [domain, state])),
})

export const isSameDraft = (one: OrderDraft, other: OrderDraft) =>
  JSON.stringify(one) === JSON.stringify(other)

/** Whether an order is to be completed with a domain that nothing was decided on. */
export const isUndecided = ({ status, states }: OrderDraft) =>
  status === 'completed' && Object.values(states).includes('open')

/** What has to be asked before a save: no order is completed unpaid, and no paid one cancelled, unasked. */
export function questionOf(order: Seen, draft: OrderDraft): 'unpaid' | 'owed' | undefined {
  if (draft.status === order.status) return undefined
  if (draft.status === 'completed' && !order.payment_confirmed)
    return Object.values(draft.states).includes('registered') ? 'unpaid' : undefined
  return draft.status === 'cancelled' && order.payment_confirmed ? 'owed' : undefined
}
