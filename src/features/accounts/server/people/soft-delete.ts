import { hash } from 'node:crypto'
import type { Transaction } from '../../../../platform/server/database/database.ts'
import type { Accounts } from '../accounts.ts'
import { keepAnAdmin } from '../last-admin.ts'
import type { UserRow } from '../users.ts'
import { note } from './act.ts'

/**
 * Leaves an account's id and dates, and nothing by which anybody comes in or is known: its addresses become hashes,
 * which free them for somebody else. Refuses with `LAST_ADMIN`.
 */
export async function softlyDelete(
  tx: Transaction,
  { mail, now }: Pick<Accounts, 'mail' | 'now'>,
  user: UserRow,
) {
  if (user.deleted_at) return
  const { db } = tx
  const at = now()
  await keepAnAdmin(tx, user.id, at)
  if (user.email) await mail?.(tx, { kind: 'account-deleted', to: user.email, user: user.id })
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
        deleted_at: at,
        updated_at: at,
      })
      .where('id', '=', user.id)
      .execute(),
    ...(['identities', 'sessions', 'factors', 'one_time_tokens', 'flow_states'] as const).map((table) =>
      db.deleteFrom(`auth.${table}`).where('user_id', '=', user.id).execute(),
    ),
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
        updated_at: at,
      }))
      .where('id', '=', user.id)
      .execute(),
  ])
  await note(tx, user, 'user_deleted', { after: { soft: true } })
}
