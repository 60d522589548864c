import { sql } from 'kysely'
import { Refused } from '../../../shared/refusal.ts'
import type { Transaction } from '../../../server/database/database.ts'
import '../../money/server/invoices/invoices.tables.ts'
import '../../money/server/charges/charges.ts'
import './services.tables.ts'

/**
 * Gives another customer what is open about a service: its open request to renew, renewals that wait to be carried out,
 * and what is still owed for them. What was paid stays where it is. Refuses with `PAYMENT_WAITING` where something was
 * paid, withheld or claimed of what is still open.
 */
export async function followCustomer(
  { db }: Transaction,
  { service, renewal, to }: { service: string; renewal: string | undefined; to: string },
): Promise<void> {
  const renewals = await db
    .selectFrom('renewals')
    .leftJoin('charges', 'charges.renewal_id', 'renewals.id')
    .select(['renewals.id', 'renewals.done_at', 'charges.state'])
    .where('service_id', '=', service)
    .execute()
  const open = renewals.filter(({ state, done_at }) => state === 'open' || (state === null && !done_at))
  const ids = open.map(({ id }) => id)
  const request = renewal ?? null
  // The lock makes a payment that comes now wait, and then meet another owner.
  const charges = await db
    .selectFrom('charges')
    .select(['id', 'state', 'settled'])
    .where((eb) => eb.or([eb('request_id', '=', request), eb('renewal_id', 'in', ids)]))
    .orderBy('id')
    .forUpdate()
    .execute()
  const chargeIds = charges.map(({ id }) => id)
  const [claimed, taxed] = await Promise.all([
    db
      .selectFrom('claims')
      .select('id')
      .where('state', '=', 'open')
      .where((eb) => eb.or([eb('request_id', '=', request), eb('renewal_id', 'in', ids)]))
      .executeTakeFirst(),
    db.selectFrom('charge_taxes').select('charge_id').where('charge_id', 'in', chargeIds).executeTakeFirst(),
  ])
  const isPaid = charges.some(
    ({ state, settled }) => state === 'paid' || (state === 'open' && Number(settled) > 0),
  )
  if (claimed || taxed || isPaid) throw new Refused('PAYMENT_WAITING')
  if (request)
    await db
      .updateTable('requests')
      // What was written to the former customer is not for the new one.
      .set({
        user_id: to,
        admin_feedback: null,
        claim_rejection: null,
        version: sql<number>`version + 1`,
      })
      .where('id', '=', request)
      .execute()
  await db.updateTable('renewals').set({ user_id: to }).where('id', 'in', ids).execute()
  await db
    .updateTable('charges')
    .set({ user_id: to, version: sql<number>`version + 1` })
    .where('id', 'in', chargeIds)
    .execute()
}
