import { Refused } from '../../../../shared/refusal.ts'
import type { Database, Transaction } from '../../../../server/database/database.ts'
import type { Charge } from './charges.ts'
import { payableId } from './payable.ts'
import { chargeableOf } from './chargeables.ts'
import { readSettings } from '../../../settings/server/settings.ts'

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
      const { payable, deliver } = chargeableOf(charge)
      const id = payableId(charge)
      // Locked first, as a reversal does, which may have opened the charge again.
      await payable.find(tx, id, { lock: true })
      const paid = await tx.db
        .selectFrom('charges')
        .select('id')
        .where('id', '=', charge.id)
        .where('state', '=', 'paid')
        .where('activate', '=', true)
        .executeTakeFirst()
      if (!paid) return
      await deliver?.(tx, { now, settings }, id)
      await clear(tx, charge.id)
    })
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    await database.write('service', (tx) => clear(tx, charge.id))
  }
}

const clear = ({ db }: Transaction, id: string) =>
  db.updateTable('charges').set({ activate: false }).where('id', '=', id).execute()
