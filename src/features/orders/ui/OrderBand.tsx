import { m } from '../../../paraglide/messages.js'
import { ProgressSteps } from '../../../kit/ProgressSteps.tsx'
import type { Order } from './orders.ts'

/** How far an order is: placed, paid, completed. */
export function OrderBand({ order }: { order: Order }) {
  const reached = order.status === 'completed' ? 2 : order.payment_confirmed ? 1 : 0
  return (
    <ProgressSteps
      label={m.orders_way()}
      steps={[m.orders_step_placed(), m.orders_step_paid(), m.orders_step_done()]}
      reached={reached}
      stopped={order.status === 'cancelled'}
    />
  )
}
