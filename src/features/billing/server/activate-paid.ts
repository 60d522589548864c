import { Refused } from '../../../shared/refusal.ts'
import { constraintOf, type Database, type Transaction } from '../../../server/database/database.ts'
import { completeAsProgram } from '../../orders/server/review-order.ts'
import type { Charge } from '../../payments/server/charges.ts'
import { type ProductName, products } from '../../products/products.ts'
import { activateAsProgram } from '../../requests/server/review-request.ts'
import { payableId } from '../../payments/server/payable.ts'
import { payableOf } from './payables.ts'
import { readSettings } from '../../settings/server/settings.ts'

/**
 * Delivers what a paid charge is for, once: activates the request, or completes the order. Where that is refused, for
 * example because somebody else holds the name, it waits for an admin like any other.
 */
export async function activatePaid(
  database: Database,
  charge: Pick<Charge, 'id' | 'request_id' | 'order_id' | 'renewal_id' | 'kind'>,
  now: Date,
): Promise<void> {
  const settings = await readSettings(database)
  try {
    await database.write('service', async (tx) => {
      const { kind, request_id, order_id } = charge
      // Locked first, as a reversal does, which may have opened the charge again.
      await payableOf(charge).find(tx, payableId(charge), { lock: true })
      const paid = await tx.db
        .selectFrom('charges')
        .select('id')
        .where('id', '=', charge.id)
        .where('state', '=', 'paid')
        .where('activate', '=', true)
        .executeTakeFirst()
      if (!paid) return
      // A domain waits for the admin, who registers it.
      if (order_id) await completeAsProgram(tx, { now, settings }, order_id)
      else if (request_id && kind !== 'domain')
        await activateAsProgram(tx, { now, settings }, products[kind as ProductName], request_id)
      await clear(tx, charge.id)
    })
  } catch (error) {
    if (!(error instanceof Refused) && constraintOf(error) !== 'records_one_holder') throw error
    await database.write('service', (tx) => clear(tx, charge.id))
  }
}

const clear = ({ db }: Transaction, id: string) =>
  db.updateTable('charges').set({ activate: false }).where('id', '=', id).execute()
