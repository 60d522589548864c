import type { Transaction } from '../../../server/database/database.ts'
import './tables.ts'

/** Erases what admins wrote to a person about their orders, for the transaction that deletes the account. */
export async function eraseOrderNotes({ db }: Transaction, person: string): Promise<void> {
  await db
    .updateTable('orders')
    .set({ admin_feedback: null, claim_rejection: null })
    .where('user_id', '=', person)
    .execute()
}
