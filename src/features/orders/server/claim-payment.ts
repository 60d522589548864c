import { amountFrom } from '../../../shared/money.ts'
import { Refused } from '../../../shared/refusal.ts'
import { ConcurrentChange } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { audit } from '../../audit/server/audit.ts'
import {
  keepRefusedClaim,
  type Payment,
  readReceipt,
  refusalOfClaim,
  storeClaim,
} from '../../requests/server/payments.ts'
import { dueOf, isPayable } from '../totals.ts'
import { findOrder, presentOrder, subjectOf } from './store.ts'

/**
 * A customer says that an order was paid: the same claim as for a request, with the amount due at this moment.
 * Gives the order. Refuses with `FIELDS_REQUIRED`, `NOT_FOUND`, `NOT_PAYABLE`, `ALREADY_CLAIMED` and `RECEIPT_USED`;
 * the last is kept for the admins.
 */
export async function claimOrderPayment(caller: CallerContext, id: string, payment: Payment) {
  readReceipt(payment)
  const person = caller.person()
  try {
    return await caller.writeAsServer(async (tx) => {
      const order = await findOrder(tx, id, { owner: person })
      if (!order) throw new Refused('NOT_FOUND')
      if (order.payment_confirmed) throw new Refused('ALREADY_CLAIMED')
      if (!isPayable(order)) throw new Refused('NOT_PAYABLE')
      const amount = amountFrom(Math.round(dueOf(order.lines) * 100))
      const [, updated] = await Promise.all([
        storeClaim(tx, person, payment, { order_id: id, amount }),
        tx.db
          .updateTable('orders')
          .set({
            payment_confirmed: true,
            claim_rejection: null,
            version: order.version + 1,
            updated_at: caller.now,
          })
          .where('id', '=', id)
          .where('user_id', '=', person)
          .where('version', '=', order.version)
          .executeTakeFirst(),
        audit(tx, 'user', {
          action: 'payment.claimed',
          entity: 'order',
          entity_id: id,
          after: { ...payment, amount },
        }),
        publishEvents(tx, {
          user_id: person,
          type: 'payment.claimed',
          topics: ['orders'],
          entity_id: id,
          data: { kind: 'order', subject: subjectOf(order.lines.map(({ domain }) => domain)) },
        }),
      ])
      if (!updated.numUpdatedRows) throw new ConcurrentChange()
      return presentOrder((await findOrder(tx, id, { owner: person }))!)
    })
  } catch (error) {
    const code = refusalOfClaim(error)
    if (!code) throw error
    if (code === 'RECEIPT_USED')
      await keepRefusedClaim(caller, { entity: 'order', id, topic: 'orders', kind: 'order' }, payment)
    throw new Refused(code)
  }
}
