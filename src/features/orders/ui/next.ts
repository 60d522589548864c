import { m } from '../../../paraglide/messages.js'
import { isPayable } from '../totals.ts'
import type { Order } from './orders.ts'

/** What happens next with an order, in a sentence, and whether it is the customer's turn to pay. */
export function nextOf(order: Order): { sentence: string; act: 'pay' | 'wait' | 'done' } {
  const hasNames = order.lines.some(({ state }) => state !== 'gone')
  const pays = !order.payment_confirmed && isPayable(order)
  if (order.status === 'cancelled') return { sentence: m.orders_next_cancelled(), act: 'done' }
  if (order.status === 'completed') {
    if (pays) return { sentence: m.orders_next_completed_unpaid(), act: 'pay' }
    return { sentence: hasNames ? m.orders_next_completed() : m.orders_next_completed_none(), act: 'done' }
  }
  if (pays) return { sentence: m.orders_next_pay(), act: 'pay' }
  return order.payment_confirmed
    ? { sentence: m.orders_next_check(), act: 'wait' }
    : { sentence: m.orders_next_gone(), act: 'wait' }
}
