import { sql } from 'kysely'
import { customersWith, literally } from '../../../../server/database/search.ts'
import type { CallerContext } from '../../../../server/http/context.ts'
import { referenceKey } from '../../charges/reference.ts'
import { chargeColumns } from '../charges/charges.ts'
import { presentCharges } from './payment-rows.ts'
import { closestCharges } from './suggestions.ts'
import type { Input } from '../../../../shared/contract.ts'
import type { paymentsContract } from '../../received/payments.contract.ts'

const MOST_FOUND = 20

/**
 * Amounts due that an admin may match a payment with, the open ones first: by reference, subject or customer, those of one
 * customer, or those that come closest to a payment.
 */
export async function findCharges(
  caller: CallerContext,
  { q = '', customer, payment }: Input<typeof paymentsContract.charges>,
) {
  const found = q.trim()
    ? sql<boolean>`(reference = ${referenceKey(q) ?? null} or search like ${`%${literally(q.trim().toLowerCase())}%`}
        or user_id in ${customersWith(q)})`
    : sql<boolean>`true`
  return caller.read(async (tx) => {
    if (!q.trim() && payment) {
      const closest = await closestCharges(tx, payment, MOST_FOUND)
      const shown = await presentCharges(tx, closest)
      return { items: closest.map(({ id, typed }) => ({ ...shown.get(id)!, typed })) }
    }
    if (!q.trim() && !customer) return { items: [] }
    const rows = await tx.db
      .selectFrom('charges')
      .select(chargeColumns)
      .where('state', '<>', 'void')
      .where(found)
      .where(customer ? sql<boolean>`user_id = ${customer}::uuid` : sql<boolean>`true`)
      .orderBy(sql`state = 'open' desc, created_at desc`)
      .limit(MOST_FOUND)
      .execute()
    const shown = await presentCharges(tx, rows)
    return { items: [...shown.values()].map((charge) => ({ ...charge, typed: null })) }
  })
}
