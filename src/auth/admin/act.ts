import type { Transaction } from '../../server/database/database.ts'
import { publishEvents } from '../../server/live/publish-events.ts'
import type { Auth, AuthAction } from '../auth.ts'
import type { UserRow } from '../users.ts'

/*
 * What admins and service keys do to accounts. Each function runs in a transaction of the service role and writes an
 * audit entry. Its effect holds from the account's next call on, since every transaction checks the session again.
 */

type Given = Pick<Auth, 'application' | 'now'>

/** Who changes an account: an admin, or the holder of a service key, who is not a person. */
export interface By {
  actor: string | null
  role: 'admin' | 'service'
}

export const callerOf = ({ caller }: Transaction): By =>
  typeof caller === 'string' ? { actor: null, role: 'service' } : { actor: caller.person, role: 'admin' }

/** Bans a person until a time. Sessions are not deleted, but no call with them succeeds. Refuses with `LAST_ADMIN`. */
export async function ban(tx: Transaction, auth: Given, user: UserRow, until: Date) {
  await auth.application.requireOtherAdmin(tx, user.id, auth.now())
  await setBan(tx, user, until, auth.now())
  await note(tx, auth, user, 'user_banned', { after: { banned_until: until.toISOString() } })
}

export async function unban(tx: Transaction, auth: Given, user: UserRow) {
  await setBan(tx, user, null, auth.now())
  await note(tx, auth, user, 'user_unbanned', {
    before: { banned_until: user.banned_until?.toISOString() ?? null },
  })
}

/** Ends all sessions of a person and mails them about it. */
export async function endSessions(tx: Transaction, auth: Given, user: UserRow) {
  const { numDeletedRows } = await tx.db
    .deleteFrom('auth.sessions')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  if (user.email)
    await auth.application.sendMail?.(tx, { kind: 'sessions-revoked', to: user.email, user: user.id })
  await note(tx, auth, user, 'sessions_revoked', { after: { sessions: Number(numDeletedRows) } })
}

const setBan = ({ db }: Transaction, user: UserRow, until: Date | null, now: Date) =>
  db
    .updateTable('auth.users')
    .set({ banned_until: until, updated_at: now })
    .where('id', '=', user.id)
    .execute()

/** Writes the audit entry of the transaction's caller and tells admins' open lists of accounts to reload. */
export async function note(
  tx: Transaction,
  { application }: Pick<Auth, 'application'>,
  user: Pick<UserRow, 'id'>,
  action: AuthAction,
  change: { before?: object; after?: object } = {},
) {
  await application.audit(tx, { action, user: user.id, ...callerOf(tx), ...change })
  await publishEvents(tx, {
    user_id: null,
    type: `account.${action}`,
    topics: ['users'],
    entity_id: user.id,
    for_admins: true,
  })
}
