import type { Transaction } from '../../../server/database/database.ts'
import { domain as sold } from '../../products/domain.ts'

/**
 * The open orders in which names of a kind are wanted, by whomever the caller may see. Orders sell domains: of
 * another kind there are none.
 */
export async function openLinesOf({ db }: Transaction, kind: string, names: readonly string[]) {
  if (kind !== sold.name || !names.length) return []
  return db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .select(['domain', 'order_id', 'orders.user_id'])
    .where('domain', 'in', names)
    .where('orders.status', '=', 'pending')
    .where('order_lines.state', '<>', 'gone')
    .execute()
}
