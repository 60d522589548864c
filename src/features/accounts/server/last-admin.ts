import { Refused } from '../../../shared/refusal.ts'
import type { Transaction } from '../../../server/database/database.ts'

/**
 * Refuses with `LAST_ADMIN` what would leave the house without an admin who can log in. All admins stay locked until
 * the transaction ends, so that of two who go at once the second one sees what the first has left.
 */
export async function requireOtherAdmin({ db }: Transaction, leaving: string, now: Date): Promise<void> {
  const admins = await db
    .selectFrom('profiles')
    .select('id')
    .where('role', '=', 'admin')
    .orderBy('id')
    .forUpdate()
    .execute()
  if (!admins.some(({ id }) => id === leaving)) return
  // Looked at behind the locks: a ban that was in front of us counts.
  const other = await db
    .selectFrom('profiles as p')
    .innerJoin('auth.users as u', 'u.id', 'p.id')
    .select('p.id')
    .where('p.role', '=', 'admin')
    .where('p.id', '!=', leaving)
    .where('u.deleted_at', 'is', null)
    .where((eb) => eb.or([eb('u.banned_until', 'is', null), eb('u.banned_until', '<=', now)]))
    .limit(1)
    .executeTakeFirst()
  if (!other) throw new Refused('LAST_ADMIN')
}
