import { sql } from 'kysely'
import type { Transaction } from '../../../platform/server/database/database.ts'
import './tables.ts'

/** Takes a person's own words out of what stays of them: who paid, and what they wrote to have made. */
export async function eraseWords({ db }: Transaction, person: string): Promise<void> {
  await Promise.all([
    db.updateTable('payments').set({ payer_name: '' }).where('user_id', '=', person).execute(),
    db
      .updateTable('requests')
      .set({ details: sql`details || '{"manual_details": ""}'` })
      .where('user_id', '=', person)
      .where(sql<boolean>`details ? 'manual_details'`)
      .execute(),
  ])
}
