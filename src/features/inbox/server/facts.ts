import type { Transaction } from '../../../server/database/database.ts'
import { orderChecks } from '../../orders/order-checks.ts'
import { ordersForReview } from '../../orders/server/orders.queries.ts'
import { orderMonths } from '../../orders/order-terms.ts'
import { monthsOf, productNames, products } from '../../products/products.ts'
import { requestChecks } from '../../requests/checks.ts'
import { requestsForReview } from '../../requests/server/review-rows.ts'
import type { InboxKind } from '../kinds.data.ts'

/** What the queue of a request or an order says of it besides. */
export interface ItemFacts {
  /** Whether something is to be checked before deciding, by the rules of its queue. */
  check_first: boolean
  /** The term of its amount in months. Null for several terms, and without an end. */
  months: number | null
}

/** What the queues say of the requests and orders on a page of the inbox, by their ids. */
export async function factsOfItems(
  tx: Transaction,
  items: readonly { kind: InboxKind; id: string }[],
): Promise<ReadonlyMap<string, ItemFacts>> {
  const idsOf = (kind: InboxKind) => items.filter((item) => item.kind === kind).map(({ id }) => id)
  const facts = new Map<string, ItemFacts>()
  for (const name of productNames) {
    // oxlint-disable-next-line no-await-in-loop -- one connection, and at most one turn for each product
    const requests = await requestsForReview(tx, products[name], idsOf(name))
    for (const { id, stage, details, reviewed } of requests)
      facts.set(id, {
        check_first: requestChecks(reviewed, stage === 'active').length > 0,
        months: monthsOf(name, details),
      })
  }
  for (const order of await ordersForReview(tx, idsOf('order')))
    facts.set(order.id, {
      check_first: orderChecks(order).length > 0,
      months: orderMonths(order),
    })
  return facts
}
