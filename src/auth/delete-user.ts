import { hash } from 'node:crypto'
import type { Transaction } from '../server/database/database.ts'
import { publishEvents } from '../server/live/publish-events.ts'
import type { Auth } from './auth.ts'
import { forgetTries } from './signup-tries.ts'
import { hasShownEmail, type UserRow } from './users.ts'

/** Who deletes: the person, an admin, or the holder of a service key, who is nobody. */
interface By {
  actor: string | null
  role: 'user' | 'admin' | 'service'
}

/**
 * Deletes an account, in a transaction of the service role: log-ins, sessions and factors with it, and everything
 * that says who the person was. What was asked for, paid and held stays, and so does the log, under an id that has no
 * name any more. Softly, the account's own row stays too, with its id and dates, so that programs which keep the id
 * still find it: its addresses become hashes, which frees them for somebody else. Refuses the last admin's with
 * `LAST_ADMIN`.
 */
export async function deleteAccount(
  tx: Transaction,
  auth: Pick<Auth, 'application' | 'now'>,
  user: UserRow,
  { actor, role, softly = false }: By & { softly?: boolean },
): Promise<void> {
  // A row that is hidden already has nobody to erase; it can still be taken away.
  if (user.deleted_at && softly) return
  await auth.application.requireOtherAdmin(tx, user.id, auth.now())
  if (!user.deleted_at) {
    await erasePerson(tx, auth, user)
    if (user.email)
      await auth.application.sendMail?.(tx, { kind: 'account-deleted', to: user.email, user: user.id })
  }
  if (softly) await hide(tx, user, auth.now())
  else await tx.db.deleteFrom('auth.users').where('id', '=', user.id).execute()
  await auth.application.audit(tx, {
    action: 'user_deleted',
    user: user.id,
    actor,
    role,
    ...(softly && { after: { soft: true } }),
  })
  await publishEvents(tx, {
    user_id: null,
    type: 'account.deleted',
    topics: ['users'],
    entity_id: user.id,
    for_admins: true,
  })
}

/** Erases what identifies a person in all tables but the account's own; `erasure.test.ts` lists what stays. */
async function erasePerson(
  tx: Transaction,
  { application, now }: Pick<Auth, 'application' | 'now'>,
  user: UserRow,
) {
  for (const kind of ['email', 'phone'] as const) {
    const value = user[kind]
    if (value) await forgetTries(tx, { kind, value })
  }
  const person = { id: user.id, email: user.email, isShown: hasShownEmail(user) }
  await application.erase(tx, person, now())
}

/** Leaves of an account nothing by which anybody comes in or is known. */
async function hide({ db }: Transaction, user: UserRow, now: Date) {
  const hidden = (value: string | null) => value && hash('sha256', `${user.id}${value}`, 'hex')
  await Promise.all([
    db
      .updateTable('auth.users')
      .set({
        email: hidden(user.email),
        phone: hidden(user.phone),
        new_email: null,
        new_phone: null,
        password_hash: null,
        user_metadata: '{}',
        app_metadata: '{}',
        deleted_at: now,
        updated_at: now,
      })
      .where('id', '=', user.id)
      .execute(),
    ...(['identities', 'sessions', 'factors', 'one_time_tokens', 'flow_states'] as const).map((table) =>
      db.deleteFrom(`auth.${table}`).where('user_id', '=', user.id).execute(),
    ),
  ])
}
