import { note } from '../../../../auth/admin/operations.ts'
import { isProved, type UserRow } from '../../../../auth/users.ts'
import type { Transaction } from '../../../../server/database/database.ts'
import { Refused } from '../../../../shared/refusal.ts'
import type { Accounts } from '../accounts.ts'
import { requireOtherAdmin } from '../application.ts'
import { giveRole } from '../make-admin.ts'

/**
 * Changes the role of an account, whose row is locked. Refuses with `LAST_ADMIN`, and with `NOT_PROVED` to
 * make an admin of an unproved account: a stranger may have signed up with the address.
 */
export async function changeRole(
  tx: Transaction,
  accounts: Pick<Accounts, 'application' | 'now'>,
  user: UserRow,
  role: 'user' | 'admin',
) {
  const now = accounts.now()
  if (role === 'user') await requireOtherAdmin(tx, user.id, now)
  const before = await tx.db
    .selectFrom('profiles')
    .select('role')
    .where('id', '=', user.id)
    .forUpdate()
    .executeTakeFirst()
  if (!before || before.role === role) return
  if (role === 'admin' && !isProved(user)) throw new Refused('NOT_PROVED')
  await giveRole(tx, user.id, role, now)
  await note(tx, accounts, user, role === 'admin' ? 'admin_granted' : 'admin_revoked', {
    before: { role: before.role },
    after: { role },
  })
}
