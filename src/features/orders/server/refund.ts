import { randomUUIDv7 } from 'node:crypto'
import { amountFrom } from '../../../shared/money.ts'
import { Refused } from '../../../shared/refusal.ts'
import { ConcurrentChange } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { audit } from '../../audit/server/audit.ts'
import { writeToCustomer } from '../../requests/server/write-to-customer.ts'
import { readSettings } from '../../settings/server/settings.ts'
import { oneForReview } from './review-rows.ts'
import { auditable, findOrder, owedFor, subjectOf } from './store.ts'

export interface Refunding {
  id: string
  method: string
  reference: string
  /** A day, as `2026-11-22`. */
  date: string
  /** The version of the order that the admin looked at. */
  version: number
}

/**
 * An admin writes down that the customer got back all that is owed. Gives the order as the panel shows it.
 * Refuses with `NOT_FOUND`, `CONFLICT` with the newer order, and `NOTHING_OWED`.
 */
export async function refundOrder(
  caller: CallerContext,
  { id, method, reference, date, version }: Refunding,
) {
  const settings = await readSettings(caller.database)
  return caller.write(async (tx) => {
    const row = await findOrder(tx, id, { lock: true })
    if (!row) throw new Refused('NOT_FOUND')
    if (version !== row.version) throw new Refused('CONFLICT', await oneForReview(tx, row))
    const owed = owedFor(row)
    if (owed === 0) throw new Refused('NOTHING_OWED')
    const amount = amountFrom(Math.round(owed * 100))!
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
        currency: row.currency ?? 'USD',
        method,
        reference,
        paid_on: date,
        order_version: version,
        created_by: caller.actor(),
      })
      .execute()
    const after = (await findOrder(tx, id))!
    const subject = subjectOf(row.lines.map(({ domain }) => domain))
    await writeToCustomer(tx, settings, row.user_id, {
      kind: 'order-refunded',
      data: { product: 'order', subject, amount, method, reference, date },
    })
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
