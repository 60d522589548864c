import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Transaction } from '../../../server/database/database.ts'
import type { Action, Entity } from '../actions.ts'
import './audit.ts'

/**
 * Erases a person's data from the log, in the transaction that deletes the account: `before` and `after` of the person's
 * actions and of those on their account, requests, orders and records. Actor id, action and time stay, the chain stays
 * valid, and the erasure becomes a row. Actions as an admin concern others and stay. Returns the number of erased rows.
 */
export async function eraseFromAudit({ db, caller }: Transaction, person: string): Promise<number> {
  const erasure = randomUUIDv7()
  const { numAffectedRows = 0n } = await sql`
    update audit_log
       set before = null, after = null, before_salt = null, after_salt = null, erased_by = ${erasure}
     where erased_by is null and (before is not null or after is not null) and action <> 'audit.erased'
       and ((actor_id = ${person} and actor_role <> 'admin')
            or (entity in ('account', 'profile') and entity_id = ${person}::text)
            or (entity in ('request', 'order', 'record', 'renewal') and entity_id in (
                  select id::text from requests where user_id = ${person}
                  union all select id::text from orders where user_id = ${person}
                  union all select id::text from records where user_id = ${person}
                  union all select id::text from renewals where user_id = ${person})))`.execute(db)
  const rows = Number(numAffectedRows)
  if (!rows) return 0
  await db
    .insertInto('audit_log')
    .values({
      id: erasure,
      actor_id: typeof caller === 'string' ? null : caller.person,
      actor_role: 'service',
      action: 'audit.erased' satisfies Action,
      entity: 'account' satisfies Entity,
      entity_id: person,
      after: JSON.stringify({ rows }),
    })
    .execute()
  return rows
}
