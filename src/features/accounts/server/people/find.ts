import type { Transaction } from '../../../../server/database/database.ts'
import { Refused } from '../../../../shared/refusal.ts'
import type { UserRow } from '../../../../auth/users.ts'

/**
 * The account with an id, locked for a change. Refuses with `NOT_FOUND` if it does not exist or is deleted.
 */
export async function accountForChange({ db }: Transaction, id: string): Promise<UserRow> {
  const user = await db
    .selectFrom('auth.users')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!user) throw new Refused('NOT_FOUND')
  return user
}
