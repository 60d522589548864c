import { sql } from 'kysely'
import type { Transaction } from '../../../server/database/database.ts'
import { eraseSecrets } from './access/secrets.ts'
import './tables.ts'

/**
 * Deletes texts by and about a person from the rows that are retained: payer names, descriptions of custom plans,
 * feedback, reasons, and the facts of records with their secrets.
 */
export async function eraseWords(tx: Transaction, person: string): Promise<void> {
  const { db } = tx
  await Promise.all([
    db.updateTable('payments').set({ payer_name: '', reason: null }).where('user_id', '=', person).execute(),
    db
      .updateTable('requests')
      .set({ admin_feedback: null, claim_rejection: null })
      .where('user_id', '=', person)
      .execute(),
    eraseSecrets(tx, person),
    db.updateTable('records').set({ facts: '{}' }).where('user_id', '=', person).execute(),
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

/**
 * What prevents the immediate deletion of an account: the number of records that have not expired, and of claimed
 * payments for what was not delivered yet.
 */
export async function unfinishedOf({ db }: Transaction, person: string, now: Date) {
  const count = sql<number>`count(*)::int`
  const [held, paid] = await Promise.all([
    db
      .selectFrom('records')
      .select(count.as('n'))
      .where('user_id', '=', person)
      .where('released_at', 'is', null)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('payments')
      .leftJoin('requests', 'requests.id', 'payments.request_id')
      .leftJoin('orders', 'orders.id', 'payments.order_id')
      .select(count.as('n'))
      .where('payments.user_id', '=', person)
      .where('payments.state', '=', 'claimed')
      .where((eb) => eb.or([eb('requests.stage', '<>', 'active'), eb('orders.status', '<>', 'completed')]))
      .executeTakeFirstOrThrow(),
  ])
  return { held: held.n, paid: paid.n }
}
