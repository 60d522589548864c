import { sql } from 'kysely'
import { Refused } from '../../../shared/refusal.ts'
import { newestPage, type Paging } from '../../../server/database/keyset.ts'
import { customerName, listPage, type ListPaging, type SortKey } from '../../../server/database/list.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import type { OrderSort, QueueFilter } from '../../requests/queue-filter.ts'
import { allOf, queueConditions, searchIn } from '../../requests/server/requests.queries.ts'
import type { OrderStatus } from '../order.ts'
import { findOrder, orderRows, presentOrder, readOrder, type OrderRow, type StoredOrder } from './store.ts'
import { claimFactsOf } from '../../money/server/claims/claim-facts.ts'
import type { Transaction } from '../../../server/database/database.ts'
import { products, type ProductName } from '../../products/products.ts'
import { productOf } from '../../products/item.ts'
import { holdersOf, openLinesOf, openRequestsFor } from '../../requests/server/review-rows.ts'

/** The caller's own orders, newest first. */
export async function listOwnOrders(caller: CallerContext, paging: Paging) {
  const person = caller.person()
  const { rows, next_cursor } = await caller.read(({ db }) =>
    newestPage(orderRows(db).where('orders.user_id', '=', person), 'orders', paging),
  )
  return { items: (rows as StoredOrder[]).map((row) => presentOrder(readOrder(row))), next_cursor }
}

/** An order as its customer sees it. Undefined without one. */
export async function orderAsShown(tx: Transaction, id: string) {
  const row = await findOrder(tx, id)
  return row && presentOrder(row)
}

/** One of the caller's own orders. Refuses with `NOT_FOUND`. */
export async function ownOrder(caller: CallerContext, id: string) {
  const person = caller.person()
  const row = await caller.read((tx) => findOrder(tx, id, { owner: person }))
  if (!row) throw new Refused('NOT_FOUND')
  return presentOrder(row)
}

/** The filter of every queue, with the statuses of orders. */
type OrderFilter = QueueFilter & { status?: OrderStatus | undefined }

/** All orders, newest first, for admins. */
export async function listOrdersForReview(
  caller: CallerContext,
  { cursor, limit, sort, total: isCounted, ...filter }: OrderFilter & ListPaging<OrderSort>,
) {
  return caller.read(async (tx) => {
    const listed = {
      table: 'orders',
      filter: filterOf(filter),
      search: filter.q?.trim() ? searchIn('orders', filter.q) : undefined,
      sorts,
      sum: { amount: sql`case when status <> 'cancelled' then total_price end`, currency: sql`currency` },
    }
    const paging = { cursor, limit, sort, total: isCounted }
    const { rows, ...page } = await listPage(tx.db, orderRows(tx.db), listed, paging)
    return { items: await forReview(tx, (rows as StoredOrder[]).map(readOrder)), ...page }
  })
}

const sorts = {
  number: { by: sql`orders.number`, type: 'numeric' },
  status: { by: sql`orders.status`, type: 'text' },
  customer: customerName('orders.user_id'),
  amount: { by: sql`orders.total_price`, type: 'numeric' },
  since: { by: sql`orders.created_at`, type: 'timestamptz' },
} as const satisfies Record<OrderSort, SortKey>

/** The condition of a filter, written as in the partial indexes that support it. */
function filterOf(filter: OrderFilter) {
  const { status, claim } = filter
  // No row meets both filters. PostgreSQL would read the whole list to find that out.
  const isImpossible = claim === 'claimed' ? status && status !== 'pending' : claim && status === 'cancelled'
  return allOf([
    ...queueConditions('orders', filter),
    ...(isImpossible ? [sql`false`] : []),
    ...(claim === 'claimed' ? [sql`orders.payment_confirmed and orders.status = 'pending'`] : []),
    ...(claim === 'unclaimed' ? [sql`not orders.payment_confirmed and orders.status <> 'cancelled'`] : []),
  ])
}

/** Orders as admins see them: with the customer, the claim, and who else holds or wants their names. */
async function forReview(tx: Transaction, rows: OrderRow[]) {
  if (!rows.length) return []
  const items = [...new Set(rows.flatMap((row) => row.lines.map(({ item }) => item)))]
  const ofKind = (kind: ProductName) => items.filter((item) => productOf(item) === kind)
  const [facts, holders, ordered, ...requested] = await Promise.all([
    claimFactsOf(tx, 'order', rows),
    holdersOf(tx, items.flatMap(namesOf)),
    openLinesOf(tx, [...ofKind('domain'), ...ofKind('email')]),
    openRequestsFor(tx, 'domain', ofKind('domain')),
    openRequestsFor(tx, 'email', ofKind('email')),
  ])
  const isRequested = new Set(requested.flat().map((row) => row.subject))

  return rows.map((row) => {
    const order = presentOrder(row)
    const isOthers = (one: { user_id: string }) => one.user_id !== row.user_id
    return {
      ...order,
      ...facts(row),
      held_by_other: order.domains.filter((item) =>
        namesOf(item).some(({ kind, name }) =>
          holders.some((one) => one.kind === kind && one.name === name && isOthers(one)),
        ),
      ),
      wanted_elsewhere: order.domains.filter(
        (item) =>
          isRequested.has(item) || ordered.some((one) => one.item === item && one.order_id !== row.id),
      ),
    }
  })
}

/** Some orders as admins see them. */
export const ordersForReview = async (tx: Transaction, ids: readonly string[]) =>
  ids.length
    ? forReview(
        tx,
        ((await orderRows(tx.db).where('orders.id', 'in', ids).execute()) as StoredOrder[]).map(readOrder),
      )
    : []

/** The names whose holder matters for an item: an address's domain too. */
const namesOf = (item: string) => products[productOf(item)].heldNames(item)

export const oneForReview = async (tx: Transaction, row: OrderRow) => (await forReview(tx, [row]))[0]!
