import { randomUUIDv7 } from 'node:crypto'
import type { Transaction } from '../../../server/database/database.ts'
import type { Action } from '../../audit/actions.ts'
import { roleOf } from '../../audit/server/audit.ts'

/** What happened to an account, in the protocol's words where it has one. */
interface Entry {
  action: Action
  /** The account it happened to. Unknown for a log-in under an address that nobody has. */
  user?: string | null
  /** Who did it, where that is somebody: a log-in that failed was nobody's. */
  actor?: string | null
  /** As whom. What somebody does with the own account (`user`) is written with the role that they have at the time. */
  role: 'user' | 'admin' | 'service' | 'anonymous'
  before?: object
  after?: object
}

/** Writes what happened to an account into the log, in the transaction in which it happened. */
export async function auditAccount(
  { db }: Transaction,
  { action, user, actor, role, before, after }: Entry,
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      id: randomUUIDv7(),
      actor_id: actor ?? null,
      actor_role: role === 'user' && actor ? roleOf(actor) : role,
      action,
      entity: 'account',
      entity_id: user ?? null,
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
    })
    .execute()
}
