import type { Transaction } from '../database/database.ts'
import './tables.ts'

/** Forgets what was written to a person, and what was about to be: for one whose account is deleted. */
export async function eraseMails({ db }: Transaction, user: string): Promise<void> {
  await db.deleteFrom('mails').where('user_id', '=', user).execute()
}
