import type { Transaction } from '../../../platform/server/database/database.ts'
import { eraseMails } from '../../../platform/server/mail/erase.ts'
import { tell } from '../../../platform/server/live/tell.ts'
import { eraseFromAudit } from '../../audit/server/erase.ts'
import { eraseChat } from '../../chat/server/erase.ts'
import { eraseCart } from '../../orders/server/cart.ts'
import { eraseWords } from '../../requests/server/erase-words.ts'
import { eraseMessagesFrom } from '../../support/server/erase-messages.ts'
import type { Accounts } from './accounts.ts'
import { auditAccount } from './audit.ts'
import { keepAnAdmin } from './last-admin.ts'
import type { UserRow } from './users.ts'

/** Who deletes: the person, an admin, or the holder of a service key, who is nobody. */
interface By {
  actor: string | null
  role: 'user' | 'admin' | 'service'
}

/**
 * Deletes an account, in a transaction of the service role: log-ins, sessions and factors with it, and everything
 * that says who the person was. What was asked for, paid and held stays, and so does the log, under an id that has no
 * name any more. Refuses the last admin's with `LAST_ADMIN`.
 */
export async function deleteAccount(
  tx: Transaction,
  accounts: Pick<Accounts, 'mail' | 'now'>,
  user: UserRow,
  { actor, role }: By,
): Promise<void> {
  const { db } = tx
  await keepAnAdmin(tx, user.id, accounts.now())
  await eraseMails(tx, user.id)
  if (user.email) await accounts.mail?.(tx, { kind: 'account-deleted', to: user.email, user: user.id })
  await Promise.all([
    db.deleteFrom('auth.users').where('id', '=', user.id).execute(),
    db
      .updateTable('profiles')
      .set((eb) => ({
        role: 'user',
        full_name: null,
        business_name: null,
        country: null,
        phone_number: null,
        email: null,
        version: eb('version', '+', 1),
        updated_at: accounts.now(),
      }))
      .where('id', '=', user.id)
      .execute(),
    db.deleteFrom('events').where('user_id', '=', user.id).execute(),
    db.deleteFrom('idempotency_keys').where('actor', '=', user.id).execute(),
    eraseCart(tx, user.id),
    eraseChat(tx, user.id),
    eraseWords(tx, user.id),
    user.email ? eraseMessagesFrom(tx, user.email) : undefined,
  ])
  await eraseFromAudit(tx, user.id)
  await auditAccount(tx, { action: 'user_deleted', user: user.id, actor, role })
  await tell(tx, {
    user_id: null,
    type: 'account.deleted',
    topics: ['users'],
    entity_id: user.id,
    for_admins: true,
  })
}
