import { sql } from 'kysely'
import type { Transaction } from '../../server/database/database.ts'
import type { AuthApplication } from '../auth.ts'
import { keepOwnIdentity, nameProviders } from '../create-user.ts'
import { type Address, isConfirmedFor, isProved, type UserRow } from '../users.ts'

type Kind = Address['kind']

interface Acceptance {
  /** A provider has shown the mailbox; everything else reaches the mailbox, or comes from an admin who vouches. */
  by?: 'address' | 'provider'
  /** Whether who proves has chosen the account's password, as with the mail that a sign-up itself sends. */
  keepsPassword?: boolean
  /** The PKCE flow that the proof continues. */
  flow?: string | null
  now: Date
}

/**
 * Accepts that the e-mail address or phone number of an account belongs to the person of this call. Every way of proof
 * goes through here. The first proof of an account removes the credentials that were set before it: somebody else may
 * have made the account and may wait for its owner. Requests, orders, payments, records and chat stay.
 * The caller has locked the account's row.
 */
export async function acceptProof(
  tx: Transaction,
  { application }: { application: Pick<AuthApplication, 'audit' | 'clearProfile'> },
  user: UserRow,
  kind: Kind,
  { by = 'address', keepsPassword = false, flow, now }: Acceptance,
): Promise<void> {
  // A phone number beside an unproved e-mail address says nothing about the address.
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
 * Removes every way into an account but its own address: password, second factors, other log-ins, the phone number
 * beside an e-mail address, sessions with their refresh tokens, and whatever is on its way.
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

/** Forgets what a sign-up said of somebody who never came: the protocol asks for it when a provider's log-in links. */
async function forgetSignUp({ db }: Transaction, { id }: UserRow): Promise<void> {
  await db.deleteFrom('auth.identities').where('user_id', '=', id).execute()
  await db.updateTable('auth.users').set({ user_metadata: '{}' }).where('id', '=', id).execute()
}
