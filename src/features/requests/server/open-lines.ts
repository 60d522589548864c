import type { Transaction } from '../../../server/database/database.ts'

/** The open lines of orders for domains or addresses, of all customers that the caller may see. */
export async function openLinesOf({ db }: Transaction, names: readonly string[]) {
  if (!names.length) return []
  return db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .select(['domain as item', 'order_id', 'orders.user_id'])
    .where('domain', 'in', names)
    .where('orders.status', '=', 'pending')
    .where('order_lines.state', '<>', 'gone')
    .execute()
}
