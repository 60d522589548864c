import { sql } from 'kysely'
import type { Transaction } from '../../../server/database/database.ts'
import './tables.ts'

/**
 * Deletes what was written to the shop under an e-mail address. Under one that nobody has shown to be theirs, only
 * what names the account: the rest may be somebody else's.
 */
export async function eraseMessagesFrom(
  { db }: Transaction,
  { id, email, isShown }: { id: string; email: string; isShown: boolean },
): Promise<void> {
  await db
    .deleteFrom('messages')
    .where(sql<boolean>`lower(email) = ${email}`)
    .where(sql<boolean>`(${isShown} or position(${id}::text in body) > 0)`)
    .execute()
}
