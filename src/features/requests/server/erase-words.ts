import { sql } from 'kysely'
import type { Transaction } from '../../../server/database/database.ts'
import './tables.ts'

/**
 * Takes a person's own words, and what was written to them, out of what stays of them: who paid, what they wrote to
 * have made, notes and reasons.
 */
export async function eraseWords({ db }: Transaction, person: string): Promise<void> {
  await Promise.all([
    db.updateTable('payments').set({ payer_name: '', reason: null }).where('user_id', '=', person).execute(),
    db
      .updateTable('requests')
      .set({ admin_feedback: null, claim_rejection: null })
      .where('user_id', '=', person)
      .execute(),
    db
      .updateTable('records')
      .set({ details: sql`details || '{"manual_details": ""}'` })
      .where('user_id', '=', person)
      .where(sql<boolean>`details ? 'manual_details'`)
      .execute(),
    db
      .updateTable('requests')
      .set({ details: sql`details || '{"manual_details": ""}'` })
      .where('user_id', '=', person)
      .where(sql<boolean>`details ? 'manual_details'`)
      .execute(),
  ])
}
