import type { Transaction } from '../../../server/database/database.ts'
import { domain as sold } from '../../products/domain.ts'

/**
 * The open lines of orders for names, of all customers that the caller may see. Orders contain only domains, so any
 * other kind has none.
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
