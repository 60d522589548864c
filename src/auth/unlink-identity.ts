import type { Selectable } from 'kysely'
import type { Transaction } from '../server/database/database.ts'
import { nameProviders } from './identities.ts'
import { AuthError } from './protocol/auth-error.ts'
import type { Identities } from './tables.ts'
import { userByAddress, type UserRow } from './users.ts'

type Identity = Selectable<Identities>

/**
 * Takes a log-in away from an account. The last one stays: 422 `single_identity_not_deletable`; one that is not the
 * person's: 422 `identity_not_found`. Where it owned the account's address another one's takes its place, a verified
 * one first; if that address is somebody else's: 422 `email_conflict_identity_not_deletable`. Codes on their way end.
 */
export async function unlinkIdentity(
  tx: Transaction,
  { id: user }: Pick<UserRow, 'id'>,
  identity: string,
  now: Date,
): Promise<Identity> {
  // The account's row is the lock: of two unlinkings at once the second sees what the first has left.
  const account = await tx.db
    .selectFrom('auth.users')
    .selectAll()
    .where('id', '=', user)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const all = await tx.db
    .selectFrom('auth.identities')
    .selectAll()
    .where('user_id', '=', user)
    .orderBy('created_at')
    .execute()
  const gone = all.find((one) => one.id === identity)
  if (!gone) throw new AuthError('422 identity_not_found', 'Identity does not exist')
  const rest = all.filter((one) => one !== gone)
  if (rest.length === 0)
    throw new AuthError(
      '422 single_identity_not_deletable',
      'User must have at least 1 identity after unlinking',
    )
  await tx.db.deleteFrom('auth.identities').where('id', '=', gone.id).execute()
  await tx.db.deleteFrom('auth.one_time_tokens').where('user_id', '=', user).execute()
  if (gone.provider === 'phone')
    await tx.db
      .updateTable('auth.users')
      .set({ phone: null, phone_confirmed_at: null })
      .where('id', '=', user)
      .execute()
  else if (account.email && owns(gone, account) && !rest.some((one) => owns(one, account)))
    await promote(tx, account, rest, now)
  await nameProviders(tx, user, now)
  return gone
}

const owns = ({ email }: Identity, account: UserRow) => email !== null && email === account.email

const isVerified = ({ identity_data: { email_verified } }: Identity) => email_verified === true

/** An address that nobody has verified takes the confirmation with it. */
async function promote(tx: Transaction, account: UserRow, rest: Identity[], now: Date) {
  const candidates = rest.filter(({ email }) => email !== null)
  const next = candidates.find(isVerified) ?? candidates[0]
  // Without another address the account keeps the one it has, and its password.
  if (!next) return
  const holder = await userByAddress(tx, { kind: 'email', value: next.email! })
  if (holder && holder.id !== account.id)
    throw new AuthError(
      '422 email_conflict_identity_not_deletable',
      'Unable to unlink identity: its email would be replaced by one that another user has',
    )
  await tx.db
    .updateTable('auth.users')
    .set({
      email: next.email,
      email_confirmed_at: isVerified(next) ? now : null,
      email_unseen: false,
      updated_at: now,
    })
    .where('id', '=', account.id)
    .execute()
  await tx.db
    .updateTable('profiles')
    .set((eb) => ({ email: next.email, version: eb('version', '+', 1), updated_at: now }))
    .where('id', '=', account.id)
    .execute()
}
