import { sql } from 'kysely'
import type { Transaction } from '../tables.ts'
import type { AuthApplication } from '../auth.ts'
import { keepOwnIdentity, nameProviders } from '../create-user.ts'
import { type Address, isConfirmedFor, isProved, type UserRow } from '../users.ts'

type Kind = Address['kind']

interface Acceptance {
  /**
   * A provider has verified the mailbox. All other proofs use the mailbox itself, or an admin confirms it.
   */
  by?: 'address' | 'provider'
  /** Whether the person who proves the address has also chosen the password, as in the mail of a sign-up. */
  keepsPassword?: boolean
  /** The PKCE flow that the proof continues. */
  flow?: string | null
  now: Date
}

/**
 * Accepts that the e-mail address or phone number of an account belongs to the caller. Every proof uses this
 * function. The first proof removes credentials that were set before it, because a stranger may have made the
 * account; requests, orders, payments, records and chat stay. The caller has locked the account's row.
 */
export async function acceptProof(
  tx: Transaction,
  { application }: { application: Pick<AuthApplication, 'audit' | 'clearProfile'> },
  user: UserRow,
  kind: Kind,
  { by = 'address', keepsPassword = false, flow, now }: Acceptance,
): Promise<void> {
  // A phone number does not prove the account while its e-mail address is unproved.
  const isFirst = !isProved(user) && (kind === 'email' || !user.email)
  if (isFirst) await dropCredentials(tx, user, kind, { keepsPassword, flow, now })
  if (isFirst && by === 'provider' && !user.email_confirmed_at) {
    await forgetSignUp(tx, user)
    await application.clearProfile(tx, user.id)
  }
  const value = user[kind]
  if (value && (isFirst || !isConfirmedFor(user, { kind, value }) || user[`${kind}_unseen`])) {
    await confirm(tx, user, kind, by, now)
    if (by === 'address') {
      await keepOwnIdentity(tx, user.id, { kind, value }, { confirmed: true, now })
      await nameProviders(tx, user.id, now)
    }
  }
  if (isFirst && !keepsPassword)
    await application.audit(tx, { action: 'unproved_account_wiped', user: user.id, role: 'service' })
}

async function confirm({ db }: Transaction, { id }: UserRow, kind: Kind, by: Acceptance['by'], now: Date) {
  const verified = JSON.stringify({ [`${kind}_verified`]: true })
  await db
    .updateTable('auth.users')
    .set({
      [`${kind}_confirmed_at`]: sql<Date>`coalesce(${sql.ref(`${kind}_confirmed_at`)}, ${now})`,
      [`${kind}_unseen`]: false,
      ...(by === 'address' && { user_metadata: sql`user_metadata || ${verified}::jsonb` }),
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
}

/**
 * Removes all credentials of an account except the proved address: password, second factors, other log-ins,
 * the phone number beside an e-mail address, sessions, and pending codes and links.
 */
export async function dropCredentials(
  { db }: Transaction,
  { id }: Pick<UserRow, 'id'>,
  kind: Kind,
  { keepsPassword = false, flow, now }: Pick<Acceptance, 'keepsPassword' | 'flow' | 'now'>,
): Promise<void> {
  await db
    .updateTable('auth.users')
    .set({
      ...(!keepsPassword && { password_hash: null, password_doubted: false }),
      ...(kind === 'email' && { phone: null, phone_confirmed_at: null, phone_unseen: false }),
      new_email: null,
      new_phone: null,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
  for (const table of ['sessions', 'factors', 'one_time_tokens'] as const)
    await db.deleteFrom(`auth.${table}`).where('user_id', '=', id).execute()
  await db.deleteFrom('auth.identities').where('user_id', '=', id).where('provider', '!=', kind).execute()
  let flows = db.deleteFrom('auth.flow_states').where('user_id', '=', id)
  if (flow) flows = flows.where('id', '!=', flow)
  await flows.execute()
}

/**
 * Removes the metadata of a sign-up that was never confirmed. The protocol requires it when a provider's
 * log-in links.
 */
async function forgetSignUp({ db }: Transaction, { id }: UserRow): Promise<void> {
  await db.deleteFrom('auth.identities').where('user_id', '=', id).execute()
  await db.updateTable('auth.users').set({ user_metadata: '{}' }).where('id', '=', id).execute()
}
