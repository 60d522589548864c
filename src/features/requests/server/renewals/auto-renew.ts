import { sql } from 'kysely'
import type { Database } from '../../../../server/database/database.ts'
import type { CallerContext } from '../../../../server/http/context.ts'
import { publishEvents } from '../../../../server/live/publish-events.ts'
import { daysFrom } from '../../../../shared/calendar.ts'
import { Refused } from '../../../../shared/refusal.ts'
import { audit } from '../../../audit/server/audit.ts'
import '../../../money/server/charges/charges.ts'
import { payWholeWithCredit } from '../../../money/server/ledger/credit.ts'
import type { ProductDefinition } from '../../../products/product-definition.ts'
import { AUTO_RENEW_DAYS } from '../../renewal.ts'
import '../requests.tables.ts'

/** The holder has a service renewed by itself, or no longer. Refuses with `NOT_FOUND`. */
export async function setAutoRenew(
  caller: CallerContext,
  product: ProductDefinition,
  { id, on }: { id: string; on: boolean },
) {
  const person = caller.person()
  await caller.writeAsServer(async (tx) => {
    const held = tx.db
      .selectFrom('services')
      .select(['name', 'auto_renew'])
      .where('id', '=', id)
      .where('user_id', '=', person)
      .where('kind', '=', product.name)
      .where('released_at', 'is', null)
    const row = await held.forUpdate().executeTakeFirst()
    if (!row) throw new Refused('NOT_FOUND')
    if (row.auto_renew === on) return
    await tx.db.updateTable('services').set({ auto_renew: on }).where('id', '=', id).execute()
    await audit(tx, 'user', {
      action: on ? 'record.auto-renew-on' : 'record.auto-renew-off',
      entity: 'record',
      entity_id: id,
      after: { name: row.name },
    })
    await publishEvents(tx, {
      user_id: person,
      type: 'record.auto-renew',
      topics: [product.service.path],
      entity_id: id,
      data: { kind: product.name, subject: row.name },
    })
  })
  return { auto_renew: on }
}

/**
 * Pays the open renewals of services that renew themselves from their customer's credit, where it suffices for the whole.
 * One whose customer says that it was paid otherwise is left alone.
 */
export async function payAutoRenewals(database: Database, now: Date): Promise<void> {
  const { rows } = await database.read('service', ({ db }) =>
    sql<{ id: string }>`
      select c.id
        from services s
        join requests r on r.renews = s.id and r.user_id = s.user_id
        join charges c on c.request_id = r.id
       where s.auto_renew and s.released_at is null
         and s.expires_at <= ${daysFrom(now, AUTO_RENEW_DAYS)}
         and c.state = 'open'
       order by s.expires_at, c.id`.execute(db),
  )
  for (const { id } of rows) await payWholeWithCredit(database, id, now)
}
