import { hash } from 'node:crypto'
import type { Transaction } from './tables.ts'
import type { Auth } from './auth.ts'
import { forgetTries } from './signup-tries.ts'
import { hasProvedEmail, type UserRow } from './users.ts'

/** Who deletes the account: the person, an admin, or a service key, which has no actor. */
interface By {
  actor: string | null
  role: 'user' | 'admin' | 'service'
}

/**
 * Deletes an account and its personal data, in a transaction of the service role; requests, payments,
 * services and the log remain under an anonymous id. A soft deletion also retains the row's id and dates, and
 * hashes its addresses so that they are free again. Refuses to delete the last owner (`requireOtherOwner`).
 */
export async function deleteAccount(
  tx: Transaction,
  auth: Pick<Auth, 'application' | 'now'>,
  user: UserRow,
  { actor, role, softly = false }: By & { softly?: boolean },
): Promise<void> {
  // A softly deleted account has no personal data left. It can still be deleted completely.
  if (user.deleted_at && softly) return
  await auth.application.requireOtherOwner(tx, user.id, auth.now())
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
  await auth.application.publish(tx, { user: user.id, type: 'deleted' })
}

/** Erases personal data in all tables except the account's own; `erasure.test.ts` lists what remains. */
async function erasePerson(
  tx: Transaction,
  { application, now }: Pick<Auth, 'application' | 'now'>,
  user: UserRow,
) {
  for (const kind of ['email', 'phone'] as const) {
    const value = user[kind]
    if (value) await forgetTries(tx, { kind, value })
  }
  const person = { id: user.id, email: user.email, isShown: hasProvedEmail(user) }
  await application.erase(tx, person, now())
}

/** Removes all log-ins and personal data from the account's row. */
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
