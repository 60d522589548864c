import { type Money, sumOf } from '../../shared/money/money.ts'
import { sumOfPrices } from '../catalogue/sums.ts'
import type { Refusal } from '../../shared/refusal.ts'

/** The state of an item in an order: not decided yet, registered for the customer, or not available any more. */
export const lineStates = ['open', 'registered', 'gone'] as const
export type LineState = (typeof lineStates)[number]

export const orderStatuses = ['pending', 'completed', 'cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** The most services that one order renews. */
export const MOST_RENEWED = 200

interface PricedLine {
  price: Money
  state: LineState
}

/** What the customer has to pay. A domain that is not available any more costs nothing. */
export const amountDue = (lines: readonly PricedLine[], currency: string): Money =>
  sumOfPrices(
    lines.filter(({ state }) => state !== 'gone'),
    currency,
  )

/** Whether the customer can claim a payment: the order is not cancelled, and at least one domain is not `gone`. */
export const isPayable = (order: { status: OrderStatus; lines: readonly { state: LineState }[] }): boolean =>
  order.status !== 'cancelled' && order.lines.some(({ state }) => state !== 'gone')

/** Whether an order that was paid back, whole or in part, would deliver more than what is left of the payment. */
export function takesUpRefunded(
  before: { status: OrderStatus; currency: string; lines: readonly PricedLine[] },
  after: { status: OrderStatus; lines: readonly PricedLine[] },
  paid: Money | null,
  refunds: readonly Money[],
): boolean {
  const { currency } = before
  const due = ({ status, lines }: typeof after) =>
    amountDue(status === 'cancelled' ? [] : lines, currency).amount
  const left = (paid?.amount ?? 0) - sumOf(refunds, currency).amount
  return refunds.length > 0 && due(after) > due(before) && due(after) > left
}

interface LineDecision {
  item: string
  state: LineState
}

interface Reviewable {
  status: OrderStatus
  admin_feedback: string | null
  /** A line in delivery is decided: it is being registered. */
  lines: readonly (LineDecision & { in_delivery?: boolean })[]
}

/** An admin's save of an order. Omitted fields stay unchanged. */
export interface OrderSave {
  status?: OrderStatus | undefined
  admin_feedback?: string | null | undefined
  lines?: readonly LineDecision[] | undefined
}

export interface DecidedOrder {
  status: OrderStatus
  admin_feedback: string | null
  /** The state of every line, by its item. */
  states: ReadonlyMap<string, LineState>
}

/**
 * The order after an admin's save. Refuses with `LINE_UNKNOWN` a domain that is not in it, and with `LINES_UNDECIDED`
 * to complete it with an open domain. Refuses with `ORDER_COMPLETED` to revoke the status or a registered domain of a
 * completed order.
 */
export function reviewOrder(
  order: Reviewable,
  save: OrderSave,
): { ok: true; saved: DecidedOrder } | { ok: false; refusal: Refusal } {
  const refuse = (code: string, data?: unknown) => ({ ok: false as const, refusal: { code, data } })
  const states = new Map(order.lines.map(({ item, state }) => [item, state]))
  const wasCompleted = order.status === 'completed'
  for (const { item, state } of save.lines ?? []) {
    const before = states.get(item)
    if (!before) return refuse('LINE_UNKNOWN')
    if (wasCompleted && before === 'registered' && state !== 'registered') return refuse('ORDER_COMPLETED')
    states.set(item, state)
  }
  const status = save.status ?? order.status
  if (wasCompleted && status !== 'completed') return refuse('ORDER_COMPLETED')
  const delivering = new Set(order.lines.filter((line) => line.in_delivery).map(({ item }) => item))
  const open = [...states]
    .filter(([item, state]) => state === 'open' && !delivering.has(item))
    .map(([item]) => item)
  if (status === 'completed' && open.length > 0) return refuse('LINES_UNDECIDED', { domains: open })
  const feedback =
    save.admin_feedback === undefined ? order.admin_feedback : save.admin_feedback?.trim() || null
  return { ok: true, saved: { status, admin_feedback: feedback, states } }
}

/** The values of the review form. */
export interface OrderDraft {
  status: OrderStatus
  admin_feedback: string
  lines: LineDecision[]
}

/** The form's values for an order. */
export const orderDraftOf = (order: Reviewable): OrderDraft => ({
  status: order.status,
  admin_feedback: order.admin_feedback ?? '',
  lines: order.lines.map(({ item, state, in_delivery }) => ({
    item,
    state: in_delivery ? 'registered' : state,
  })),
})

/** Whether the draft completes an order with a domain that is still open. */
export const isUndecided = ({ status, lines }: OrderDraft) =>
  status === 'completed' && lines.some(({ state }) => state === 'open')

/** What the form asks before a save: to complete an unpaid order (`unpaid`), or to cancel a paid one (`owed`). */
export function orderQuestion(
  order: { status: OrderStatus; payment_confirmed: boolean },
  draft: OrderDraft,
): 'unpaid' | 'owed' | undefined {
  if (draft.status === order.status) return undefined
  if (draft.status === 'completed' && !order.payment_confirmed)
    return draft.lines.some(({ state }) => state === 'registered') ? 'unpaid' : undefined
  return draft.status === 'cancelled' && order.payment_confirmed ? 'owed' : undefined
}
