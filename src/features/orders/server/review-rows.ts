import type { Transaction } from '../../../server/database/database.ts'
import { domain } from '../../products/domain.ts'
import { holdersOf, openRequestsFor, reviewFactsOf } from '../../requests/server/review-facts.ts'
import { openLinesOf } from '../../requests/server/open-lines.ts'
import { type OrderRow, presentOrder } from './store.ts'

/** Orders as an admin sees them: with the customer, and what stands beside their names elsewhere. */
export async function forReview(tx: Transaction, rows: OrderRow[]) {
  if (!rows.length) return []
  const names = [...new Set(rows.flatMap((row) => row.lines.map((line) => line.domain)))]
  const [facts, holders, requested, ordered] = await Promise.all([
    reviewFactsOf(tx, 'order', rows),
    holdersOf(
      tx,
      names.map((name) => ({ kind: domain.name, name })),
    ),
    openRequestsFor(tx, domain.name, names),
    openLinesOf(tx, domain.name, names),
  ])
  const isRequested = new Set(requested.map((row) => row.subject))

  return rows.map((row) => {
    const order = presentOrder(row)
    return {
      ...order,
      ...facts(row),
      held_by_other: order.domains.filter((name) =>
        holders.some((one) => one.name === name && one.user_id !== row.user_id),
      ),
      wanted_elsewhere: order.domains.filter(
        (name) =>
          isRequested.has(name) || ordered.some((one) => one.domain === name && one.order_id !== row.id),
      ),
    }
  })
}

export const oneForReview = async (tx: Transaction, row: OrderRow) => (await forReview(tx, [row]))[0]!
