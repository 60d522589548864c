import { orderName } from '../../../shared/order-name.ts'
import { randomUUIDv7 } from 'node:crypto'
import { columnFromMoney } from '../../../server/database/tables.ts'
import { Refused } from '../../../shared/refusal.ts'
import { ConcurrentChange } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { audit } from '../../audit/server/audit.ts'
import { mailCustomer } from '../../mails/server/customer-mail.ts'
import { readSettings } from '../../settings/server/settings.ts'
import { oneForReview } from './list-orders.ts'
import type { OrderMail } from './order-mails.ts'
import { auditable, findOrder, owedFor } from './store.ts'

interface RefundInput {
  id: string
  method: string
  reference: string
  /** A day, as `2026-11-22`. */
  date: string
  /** The version of the order that the admin saw. */
  version: number
}

/**
 * An admin records that the customer was refunded all that is owed. Gives the order as admins see it.
 * Refuses with `NOT_FOUND`, `CONFLICT` with the newer order, and `NOTHING_OWED`.
 */
export async function refundOrder(
  caller: CallerContext,
  { id, method, reference, date, version }: RefundInput,
) {
  const settings = await readSettings(caller.database)
  return caller.write(async (tx) => {
    const row = await findOrder(tx, id, { lock: true })
    if (!row) throw new Refused('NOT_FOUND')
    if (version !== row.version) throw new Refused('CONFLICT', await oneForReview(tx, row))
    const owed = owedFor(row)
    if (owed.amount === 0) throw new Refused('NOTHING_OWED')
    const amount = columnFromMoney(owed)
    const { numUpdatedRows } = await tx.db
      .updateTable('orders')
      .set({ version: version + 1, updated_at: caller.now })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirstOrThrow()
    if (!numUpdatedRows) throw new ConcurrentChange()
    await tx.db
      .insertInto('refunds')
      .values({
        id: randomUUIDv7(),
        order_id: id,
        user_id: row.user_id,
        amount,
        currency: owed.currency,
        method,
        reference,
        paid_on: date,
        order_version: version,
        created_by: caller.actor(),
      })
      .execute()
    const after = (await findOrder(tx, id))!
    const subject = orderName(row.lines.map(({ item }) => item))
    const mail: OrderMail = {
      kind: 'order-refunded',
      data: { product: 'order', subject, amount: owed, method, reference, date },
    }
    await mailCustomer(tx, settings, row.user_id, mail)
    await Promise.all([
      audit(tx, 'admin', {
        action: 'order.refunded',
        entity: 'order',
        entity_id: id,
        before: auditable(row),
        after: { ...auditable(after), amount, method, reference, date },
      }),
      publishEvents(tx, {
        user_id: row.user_id,
        type: 'order.refunded',
        topics: ['orders'],
        entity_id: id,
        data: { kind: 'order', subject },
      }),
    ])
    return oneForReview(tx, after)
  })
}
