import { orderName } from '../../../shared/order-name.ts'
import type { Payable } from '../../money/server/charges/payable.ts'
import { amountDue, isPayable } from '../order.ts'
import { oneForReview } from './orders.queries.ts'
import { auditable, findOrder, type OrderRow, presentOrder } from './store.ts'

type Shown = ReturnType<typeof presentOrder>
type Reviewed = Awaited<ReturnType<typeof oneForReview>>

/** Orders as payables. */
export const payableOrder: Payable<OrderRow, Shown, Reviewed> = {
  entity: 'order',
  column: 'order_id',
  product: 'order',
  topic: 'orders',
  find: findOrder,
  subjectOf: ({ lines }) => orderName(lines.map(({ item }) => item)),
  isPayable,
  amountDue: ({ lines, currency }) => amountDue(lines, currency),
  isDelivered: ({ status }) => status === 'completed',
  async setRejection({ db }, row, claim_rejection, now) {
    const { numUpdatedRows } = await db
      .updateTable('orders')
      .set({ claim_rejection, version: row.version + 1, updated_at: now })
      .where('id', '=', row.id)
      .where('version', '=', row.version)
      .executeTakeFirstOrThrow()
    return numUpdatedRows > 0
  },
  auditable,
  present: presentOrder,
  presentForReview: oneForReview,
}
