import { randomUUIDv7 } from 'node:crypto'
import { sql, type Generated } from 'kysely'
import type { Caller, Transaction } from '../../../server/database/database.ts'
import type { Action, AuditedAction, Entity } from '../actions.ts'

const actorOf = (caller: Caller) => (typeof caller === 'string' ? null : caller.person)

/** A person's current role as SQL, for a transaction that may read all profiles; `user` without a profile. */
export const roleOf = (person: string) =>
  sql<'user' | 'admin'>`coalesce((select role from profiles where id = ${person}), 'user')`

/**
 * The row for an action of the caller. An action of an admin for a customer is the admin's, with `on_behalf_of` in
 * `after`. An action of a program's key has the `key`'s name there.
 */
export const auditRow = (
  { caller, onBehalfOf, keyName }: Transaction,
  role: 'user' | 'admin' | 'service' | 'anonymous',
  { action, actor_id, entity, entity_id, before, ...rest }: AuditedAction,
) => {
  const notes = { ...(onBehalfOf && { on_behalf_of: onBehalfOf }), ...(keyName && { key: keyName }) }
  const after = onBehalfOf || keyName ? { ...rest.after, ...notes } : rest.after
  return {
    id: randomUUIDv7(),
    actor_id: actor_id === undefined ? actorOf(caller) : actor_id,
    // The owner of a service key has an admin's rights, but is not an admin.
    actor_role: caller === 'key' ? ('service' as const) : onBehalfOf ? ('admin' as const) : role,
    action,
    entity,
    entity_id: entity_id ?? null,
    before: before ? JSON.stringify(before) : null,
    after: after ? JSON.stringify(after) : null,
  }
}

/** Writes the row in the caller's transaction, so that action and row are committed together. */
export async function audit(
  tx: Transaction,
  role: 'user' | 'admin' | 'service' | 'anonymous',
  action: AuditedAction,
): Promise<void> {
  await tx.db
    .insertInto('audit_log')
    .values(auditRow(tx, role, action))
    .execute()
}

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
                  union all select id::text from services where user_id = ${person}
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

/** The ends of the chain of sealed rows: the newest row, and the last one that was removed for its age (0 for none). */
export interface AuditHead {
  slot: Generated<boolean>
  seq: number
  hash: Buffer
  removed_seq: Generated<number>
  removed_hash: Generated<Buffer>
}

declare module '../../../server/database/tables.ts' {
  interface Tables {
    audit_head: AuditHead
  }
}
