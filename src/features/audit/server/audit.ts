import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Caller, Transaction } from '../../../server/database/database.ts'
import type { Action, Entity } from '../actions.ts'

/** What somebody did, with what it did to the row. */
export interface Act {
  /** What was done, such as `request.reviewed`. */
  action: Action
  entity: Entity
  entity_id?: string | null
  /** Who did it, where the program writes it down for a person whose own transaction was undone. */
  actor_id?: string
  before?: object | null
  after?: object | null
}

/** Who a transaction's caller is to the audit log. */
const actorOf = (caller: Caller) => (typeof caller === 'string' ? null : caller.person)

/** The role that a person has at this moment, for a transaction that may see everybody's; without a profile none. */
export const roleOf = (person: string) =>
  sql<'user' | 'admin'>`coalesce((select role from profiles where id = ${person}), 'user')`

/**
 * An act of the caller's as the log keeps it. What an admin does for a customer is the admin's act, with
 * `on_behalf_of` beside what it made.
 */
export const auditRow = (
  { caller, onBehalfOf }: Transaction,
  role: 'user' | 'admin' | 'service' | 'anonymous',
  { action, actor_id, entity, entity_id, before, ...act }: Act,
) => {
  const after = onBehalfOf ? { ...act.after, on_behalf_of: onBehalfOf } : act.after
  return {
    id: randomUUIDv7(),
    actor_id: actor_id ?? actorOf(caller),
    // Whoever holds a service key may do what admins may, and is none of them.
    actor_role: caller === 'key' ? ('service' as const) : onBehalfOf ? ('admin' as const) : role,
    action,
    entity,
    entity_id: entity_id ?? null,
    before: before ? JSON.stringify(before) : null,
    after: after ? JSON.stringify(after) : null,
  }
}

/** Writes what the caller did into the caller's own transaction: no act without its row, no row without its act. */
export async function audit(
  tx: Transaction,
  role: 'user' | 'admin' | 'service' | 'anonymous',
  act: Act,
): Promise<void> {
  await tx.db
    .insertInto('audit_log')
    .values(auditRow(tx, role, act))
    .execute()
}
