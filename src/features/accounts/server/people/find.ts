import type { Transaction } from '../../../../server/database/database.ts'
import { Refused } from '../../../../shared/refusal.ts'
import type { UserRow } from '../../../../auth/users.ts'

/** The account of an id, locked for what is done to it. Refuses with `NOT_FOUND` one that is not there or deleted. */
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
