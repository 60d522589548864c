import { sql } from 'kysely'
import type { Transaction } from '../../../server/database/database.ts'
import { eraseDetails } from '../../fulfilment/server/details/holder-details.ts'
import { eraseCodes } from '../../fulfilment/server/transfers/transfer-codes.ts'
import { eraseSecrets } from './access/secrets.ts'
import './requests.tables.ts'

/**
 * Deletes texts by and about a person from the rows that are retained: payer names, descriptions of custom plans,
 * feedback, reasons, the facts of services with their secrets, transfer codes, and what endings ask of a holder.
 */
export async function eraseWords(tx: Transaction, person: string): Promise<void> {
  const { db } = tx
  await Promise.all([
    db
      .updateTable('claims')
      .set({ payer_name: '', receipt_text: null, reason: null })
      .where('user_id', '=', person)
      .execute(),
    db
      .updateTable('requests')
      .set({ admin_feedback: null, claim_rejection: null })
      .where('user_id', '=', person)
      .execute(),
    eraseSecrets(tx, person),
    eraseCodes(tx, person),
    eraseDetails(tx, person),
    db
      .updateTable('services')
      .set({ facts: '{}', auto_renew: false })
      .where('user_id', '=', person)
      .execute(),
    db
      .updateTable('services')
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
 * What prevents the immediate deletion of an account: the number of services that have not expired, and of what was paid,
 * or is said to be, and not delivered yet.
 */
export async function unfinishedOf({ db }: Transaction, person: string, now: Date) {
  const count = sql<number>`count(*)::int`
  const [held, paid] = await Promise.all([
    db
      .selectFrom('services')
      .select(count.as('n'))
      .where('user_id', '=', person)
      .where('released_at', 'is', null)
      .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
      .executeTakeFirstOrThrow(),
    db
      .selectNoFrom((eb) => [
        eb
          .selectFrom('requests')
          .select(count.as('n'))
          .where('user_id', '=', person)
          .where('payment_confirmed', '=', true)
          .where('stage', '<>', 'active')
          .as('requests'),
        eb
          .selectFrom('orders')
          .select(count.as('n'))
          .where('user_id', '=', person)
          .where('payment_confirmed', '=', true)
          .where('status', '<>', 'completed')
          .as('orders'),
      ])
      .executeTakeFirstOrThrow(),
  ])
  return { held: held.n, paid: (paid.requests ?? 0) + (paid.orders ?? 0) }
}
