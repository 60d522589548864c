import { Refused } from '../../../../shared/refusal.ts'
import type { Transaction } from '../../../../server/database/database.ts'
import { publishEvents } from '../../../../server/live/publish-events.ts'
import type { Accounts } from '../accounts.ts'
import type { Action } from '../../../audit/actions.ts'
import { auditAccount } from '../audit.ts'
import { keepAnAdmin } from '../last-admin.ts'
import { giveRole } from '../make-admin.ts'
import { isProved, type UserRow } from '../users.ts'
import { type By, callerOf } from './by.ts'

/*
 * What admins do to accounts, by the screen or by a service key: each in a transaction of the service role, with its
 * row in the audit log. All of it holds from the next call on, for the door of every transaction asks again.
 */

type Given = Pick<Accounts, 'mail' | 'now'>

/** Admins' open lists of accounts have become old. */
export const tellAdmins = (tx: Transaction, user: string, type: string) =>
  publishEvents(tx, { user_id: null, type, topics: ['users'], entity_id: user, for_admins: true })

/**
 * Changes the role of an account, whose row is locked. Refuses with `LAST_ADMIN`, and with `NOT_PROVED` to make an admin
 * of an account whose owner has never proved it: whoever signed up with the address may be somebody else.
 */
export async function changeRole(tx: Transaction, { now }: Given, user: UserRow, role: 'user' | 'admin') {
  if (role === 'user') await keepAnAdmin(tx, user.id, now())
  const before = await tx.db
    .selectFrom('profiles')
    .select('role')
    .where('id', '=', user.id)
    .forUpdate()
    .executeTakeFirst()
  if (!before || before.role === role) return
  if (role === 'admin' && !isProved(user)) throw new Refused('NOT_PROVED')
  await giveRole(tx, user.id, role, now())
  await note(tx, user, role === 'admin' ? 'admin_granted' : 'admin_revoked', {
    before: { role: before.role },
    after: { role },
  })
}

/** Keeps somebody out until a time. Sessions stay, and let nobody in. Refuses with `LAST_ADMIN`. */
export async function ban(tx: Transaction, { now }: Given, user: UserRow, until: Date) {
  await keepAnAdmin(tx, user.id, now())
  await setBan(tx, user, until, now())
  await note(tx, user, 'user_banned', { after: { banned_until: until.toISOString() } })
}

export async function unban(tx: Transaction, { now }: Given, user: UserRow) {
  await setBan(tx, user, null, now())
  await note(tx, user, 'user_unbanned', {
    before: { banned_until: user.banned_until?.toISOString() ?? null },
  })
}

/** Signs somebody out everywhere, and tells them. */
export async function endSessions(tx: Transaction, { mail }: Given, user: UserRow) {
  const { numDeletedRows } = await tx.db
    .deleteFrom('auth.sessions')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  if (user.email) await mail?.(tx, { kind: 'sessions-revoked', to: user.email, user: user.id })
  await note(tx, user, 'sessions_revoked', { after: { sessions: Number(numDeletedRows) } })
}

const setBan = ({ db }: Transaction, user: UserRow, until: Date | null, now: Date) =>
  db
    .updateTable('auth.users')
    .set({ banned_until: until, updated_at: now })
    .where('id', '=', user.id)
    .execute()

/** Writes down what was done, and by whom. */
export async function note(
  tx: Transaction,
  user: Pick<UserRow, 'id'>,
  action: Action,
  change: { before?: object; after?: object } = {},
  by: By = callerOf(tx),
) {
  await auditAccount(tx, { action, user: user.id, ...by, ...change })
  await tellAdmins(tx, user.id, `account.${action}`)
}
