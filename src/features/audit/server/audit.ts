import { randomUUIDv7 } from 'node:crypto'
import { sql, type Generated } from 'kysely'
import type { Caller, Transaction } from '../../../server/database/database.ts'
import type { Action, Entity } from '../actions.ts'

/** An action for the audit log, with the row before and after. */
export interface AuditedAction {
  /** Such as `request.reviewed`. */
  action: Action
  entity: Entity
  entity_id?: string | null
  /** The actor, if it is not the transaction's caller: the caller's own transaction was rolled back. */
  actor_id?: string
  before?: object | null
  after?: object | null
}

const actorOf = (caller: Caller) => (typeof caller === 'string' ? null : caller.person)

/** A person's current role as SQL, for a transaction that may read all profiles; `user` without a profile. */
export const roleOf = (person: string) =>
  sql<'user' | 'admin'>`coalesce((select role from profiles where id = ${person}), 'user')`

/**
 * The row for an action of the caller. An action of an admin for a customer is the admin's, with `on_behalf_of` in
 * `after`.
 */
export const auditRow = (
  { caller, onBehalfOf }: Transaction,
  role: 'user' | 'admin' | 'service' | 'anonymous',
  { action, actor_id, entity, entity_id, before, ...rest }: AuditedAction,
) => {
  const after = onBehalfOf ? { ...rest.after, on_behalf_of: onBehalfOf } : rest.after
  return {
    id: randomUUIDv7(),
    actor_id: actor_id ?? actorOf(caller),
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

/** The end of the chain of sealed rows. */
export interface AuditHead {
  slot: Generated<boolean>
  seq: number
  hash: Buffer
}

declare module '../../../server/database/tables.ts' {
  interface Tables {
    audit_head: AuditHead
  }
}
