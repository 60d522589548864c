import type { Transaction } from '../../../platform/server/database/database.ts'
import { auditAccount } from './audit.ts'
import { hasShownEmail, type UserRow } from './users.ts'

/**
 * Somebody has just shown that an account's address is theirs. Where nobody had shown that before, the account may
 * have been made by another person who waits for its true owner: every way in that the maker has goes, and an account
 * that was never confirmed loses what was written into it as well. One whose address was proved stays as it is.
 */
export async function wipeUnproved(tx: Transaction, user: UserRow, now: Date): Promise<void> {
  if (hasShownEmail(user)) return
  const { db } = tx
  const confirmed = Boolean(user.email_confirmed_at)
  await Promise.all([
    db
      .updateTable('auth.users')
      .set({
        password_hash: null,
        email_confirmed_at: now,
        email_unseen: false,
        phone: null,
        phone_confirmed_at: null,
        new_email: null,
        new_phone: null,
        ...(!confirmed && { user_metadata: '{}' }),
        updated_at: now,
      })
      .where('id', '=', user.id)
      .execute(),
    db.deleteFrom('auth.identities').where('user_id', '=', user.id).execute(),
    db.deleteFrom('auth.sessions').where('user_id', '=', user.id).execute(),
    db.deleteFrom('auth.one_time_tokens').where('user_id', '=', user.id).execute(),
    db.deleteFrom('auth.flow_states').where('user_id', '=', user.id).execute(),
  ])
  if (!confirmed) {
    const nothing = { full_name: null, business_name: null, country: null, phone_number: null }
    await db.deleteFrom('auth.factors').where('user_id', '=', user.id).execute()
    await db.updateTable('profiles').set(nothing).where('id', '=', user.id).execute()
  }
  await auditAccount(tx, { action: 'unproved_account_wiped', user: user.id, role: 'service' })
}
