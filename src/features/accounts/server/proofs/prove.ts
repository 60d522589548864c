import { sql } from 'kysely'
import type { Transaction } from '../../../../platform/server/database/database.ts'
import type { Accounts } from '../accounts.ts'
import { auditAccount } from '../audit.ts'
import { endOneTimes, type OneTime, type OneTimeType } from '../one-time.ts'
import { forgetTries } from '../signup-tries.ts'
import { type Address, isBanned, lockedUser, type UserRow } from '../users.ts'
import { proveNewEmail } from './new-email.ts'
import { proveNewPhone } from './new-phone.ts'

/** What a shown code or link has led to. */
export type Proved =
  | { outcome: 'in'; user: UserRow }
  /** Of a changed e-mail address one side has agreed, and the other has not yet. */
  | { outcome: 'half' }
  | { outcome: 'banned' }
  | { outcome: 'void' }

/** Carries out what a code or link stands for. The caller has found it by `oneTimeByCode` or `oneTimeByLink`. */
export async function prove(
  tx: Transaction,
  accounts: Pick<Accounts, 'mail' | 'now'>,
  proof: OneTime,
): Promise<Proved> {
  const now = accounts.now()
  const user = await lockedUser(tx, proof.user_id)
  if (!user || user.is_sso) return { outcome: 'void' }
  if (isBanned(user, now)) return { outcome: 'banned' }
  if (proof.type === 'email_change_new' || proof.type === 'email_change_current')
    return proveNewEmail(tx, accounts, user, proof)
  if (proof.type === 'phone_change') return proveNewPhone(tx, accounts, user, proof)
  return proveAddress(tx, user, proof, now)
}

const waysIn: OneTimeType[] = ['confirmation', 'invite', 'magiclink', 'recovery', 'sms']
/** Whoever comes in by these need not be who has chosen the account's password. */
const withoutPassword = new Set(['magiclink', 'recovery', 'sms'])

async function proveAddress(tx: Transaction, user: UserRow, proof: OneTime, now: Date): Promise<Proved> {
  const { relates_to: value, type } = proof
  const kind = value === user.email ? 'email' : value === user.phone ? 'phone' : undefined
  if (!kind) return { outcome: 'void' }
  if (kind === 'email' ? user.email_confirmed_at : user.phone_confirmed_at) {
    await endOneTimes(tx, user.id, waysIn)
    return { outcome: 'in', user }
  }
  await confirm(tx, user, { kind, value }, now)
  // The owner of the mailbox has never seen the password that somebody set before: it may be a stranger's, who waits
  // for the account to come alive.
  if (withoutPassword.has(type) && user.password_hash)
    await tx.db.updateTable('auth.users').set({ password_hash: null }).where('id', '=', user.id).execute()
  await endOneTimes(tx, user.id)
  await forgetTries(tx, { kind, value })
  const action = type === 'invite' ? 'invite_accepted' : 'user_confirmed'
  await auditAccount(tx, { action, user: user.id, actor: user.id, role: 'user', after: { kind } })
  return { outcome: 'in', user }
}

async function confirm({ db }: Transaction, { id }: UserRow, { kind }: Address, now: Date) {
  const verified = JSON.stringify({ [`${kind}_verified`]: true })
  await db
    .updateTable('auth.users')
    .set({
      [`${kind}_confirmed_at`]: now,
      user_metadata: sql`user_metadata || ${verified}::jsonb`,
      is_anonymous: false,
      updated_at: now,
    })
    .where('id', '=', id)
    .execute()
  await db
    .updateTable('auth.identities')
    .set({ identity_data: sql`identity_data || ${verified}::jsonb`, updated_at: now })
    .where('user_id', '=', id)
    .where('provider', '=', kind)
    .execute()
}
