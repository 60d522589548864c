import type { Refusal } from '../../shared/refusal.ts'
import type { LineState, OrderStatus } from './totals.ts'

interface Reviewable {
  status: OrderStatus
  admin_feedback: string | null
  lines: readonly { domain: string; state: LineState }[]
}

export interface OrderSave {
  status?: OrderStatus | undefined
  admin_feedback?: string | null | undefined
  /** What becomes of names; those left out keep their state. */
  lines?: readonly { domain: string; state: LineState }[] | undefined
}

interface Saved {
  status: OrderStatus
  admin_feedback: string | null
  /** Every line's state, by its name. */
  states: ReadonlyMap<string, LineState>
}

/**
 * What an admin's save makes of an order. What is left out stays.
 * Refuses with `LINE_UNKNOWN` a name that is not in it, with `LINES_UNDECIDED` to complete while a name is open, and
 * with `ORDER_COMPLETED` to take back what a completed order has given: its status, or a registered name.
 */
export function reviewOrder(
  order: Reviewable,
  save: OrderSave,
): { ok: true; saved: Saved } | { ok: false; refusal: Refusal } {
  const refuse = (code: string, data?: unknown) => ({ ok: false as const, refusal: { code, data } })
  const states = new Map(order.lines.map(({ domain, state }) => [domain, state]))
  const wasCompleted = order.status === 'completed'
  for (const { domain, state } of save.lines ?? []) {
    const before = states.get(domain)
    if (!before) return refuse('LINE_UNKNOWN')
    if (wasCompleted && before === 'registered' && state !== 'registered') return refuse('ORDER_COMPLETED')
    states.set(domain, state)
  }
  const status = save.status ?? order.status
  if (wasCompleted && status !== 'completed') return refuse('ORDER_COMPLETED')
  const open = [...states].filter(([, state]) => state === 'open').map(([domain]) => domain)
  if (status === 'completed' && open.length > 0) return refuse('LINES_UNDECIDED', { domains: open })
  const feedback =
    save.admin_feedback === undefined ? order.admin_feedback : save.admin_feedback?.trim() || null
  return { ok: true, saved: { status, admin_feedback: feedback, states } }
}
