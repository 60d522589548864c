import { sql } from 'kysely'
import type { Database, Transaction } from '../../../../server/database/database.ts'

export const noPayer = { sender: null, body: null, payer_name: null, payer_phone: null }
/** In evidence, also where a payer is named in the text. */
const noPayerSeen = { ...noPayer, marks: null }

/** Erases the names and texts of the payments of a person whose account is deleted. The money stays in the books. */
export async function eraseReceivedFrom({ db }: Transaction, person: string): Promise<void> {
  const ownPayments = db.selectFrom('allocations').select('payment_id').where('user_id', '=', person)
  await db.deleteFrom('claim_photos').where('user_id', '=', person).execute()
  await db
    .deleteFrom('payment_decisions')
    .where((eb) =>
      eb.or([
        eb('payment_id', 'in', ownPayments),
        eb('claim_id', 'in', eb.selectFrom('claims').select('id').where('user_id', '=', person)),
      ]),
    )
    .execute()
  await db.updateTable('payment_evidence').set(noPayerSeen).where('payment_id', 'in', ownPayments).execute()
  await db
    .updateTable('received_payments')
    .set(noPayer)
    .where((eb) => eb.or([eb('user_id', '=', person), eb('id', 'in', ownPayments)]))
    .execute()
}

/** Erases names and texts when the books no longer need them: after 7 years, and after 90 days of what was no payment. */
export async function forgetPayers(database: Database): Promise<void> {
  await database.write('service', async ({ db }) => {
    const forgotten = await db
      .updateTable('received_payments')
      .set(noPayer)
      .where((eb) =>
        eb.or([
          eb('body', 'is not', null),
          eb('payer_name', 'is not', null),
          eb('payer_phone', 'is not', null),
        ]),
      )
      .where(
        sql<boolean>`created_at < now() - case when state = 'ignored' then interval '90 days' else interval '7 years' end`,
      )
      .returning('id')
      .execute()
    await db
      .updateTable('payment_evidence')
      .set(noPayerSeen)
      .where((eb) => eb('payment_id', '=', eb.fn.any(eb.val(forgotten.map(({ id }) => id)))))
      .execute()
  })
}
