import { sql } from 'kysely'
import type { Transaction } from '../../../platform/server/database/database.ts'
import './tables.ts'

/** Deletes what was written in the contact form under an e-mail address. */
export async function eraseMessagesFrom({ db }: Transaction, email: string): Promise<void> {
  await db
    .deleteFrom('messages')
    .where(sql<boolean>`lower(email) = ${email}`)
    .execute()
}
