import { Refused } from '../../../../shared/refusal.ts'
import type { CallerContext } from '../../../../server/http/context.ts'
import { publishEvents } from '../../../../server/live/publish-events.ts'
import { audit } from '../../../audit/server/audit.ts'
import { mailCustomer } from '../../../mails/server/customer-mail.ts'
import { type ProductName, products } from '../../../products/products.ts'
import { readSettings } from '../../../settings/server/settings.ts'
import { SUSPENDED } from '../../renewal.ts'
import '../tables.ts'

/**
 * An admin suspends a record, or ends its suspension. The customer is informed by mail. Nothing happens where the record
 * is in that state already. Refuses with `NOT_FOUND`.
 */
export async function setSuspended(caller: CallerContext, id: string, isSuspended: boolean) {
  const settings = await readSettings(caller.database)
  const status = isSuspended ? SUSPENDED : 'active'
  return caller.write(async (tx) => {
    const row = await tx.db
      .selectFrom('records')
      .select(['user_id', 'kind', 'name', 'status', 'version'])
      .where('id', '=', id)
      .where('released_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!row) throw new Refused('NOT_FOUND')
    if (row.status === status) return { id, status }
    const version = row.version + 1
    await tx.db.updateTable('records').set({ status, version }).where('id', '=', id).execute()
    const { user_id, kind, name: subject } = row
    const event = isSuspended ? 'record.suspended' : 'record.resumed'
    await Promise.all([
      audit(tx, 'admin', {
        action: event,
        entity: 'record',
        entity_id: id,
        before: { name: subject, status: row.status },
        after: { name: subject, status },
      }),
      publishEvents(tx, {
        user_id,
        type: event,
        topics: [products[kind as ProductName].record.path, 'payments'],
        entity_id: id,
        data: { kind, subject },
      }),
      mailCustomer(tx, settings, user_id, {
        kind: isSuspended ? 'record-suspended' : 'record-resumed',
        data: { product: kind, subject },
      }),
    ])
    return { id, status }
  })
}
