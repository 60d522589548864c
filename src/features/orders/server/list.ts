import { sql } from 'kysely'
import { Refused } from '../../../shared/refusal.ts'
import { newestPage, pagesOf, type Paging } from '../../../server/database/keyset.ts'
import { searchPage } from '../../../server/database/search.ts'
import { beginning } from '../../../server/database/words.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { queueOf, searchOf, soughtBy } from '../../requests/server/search.ts'
import type { OrderStatus } from '../totals.ts'
import { forReview } from './review-rows.ts'
import { findOrder, orderRows, type OrderRow, presentOrder } from './store.ts'

/** The caller's own orders, newest first. */
export async function listOwnOrders(caller: CallerContext, paging: Paging) {
  const person = caller.person()
  const { rows, next_cursor } = await caller.read(({ db }) =>
    newestPage(orderRows(db).where('orders.user_id', '=', person), 'orders', paging),
  )
  return { items: (rows as OrderRow[]).map(presentOrder), next_cursor }
}

/** One of the caller's own orders. Refuses with `NOT_FOUND`. */
export async function ownOrder(caller: CallerContext, id: string) {
  const person = caller.person()
  const row = await caller.read((tx) => findOrder(tx, id, { owner: person }))
  if (!row) throw new Refused('NOT_FOUND')
  return presentOrder(row)
}

interface Filter {
  status?: OrderStatus | undefined
  claim?: 'claimed' | 'unclaimed' | undefined
}

interface Wanted extends Filter, Paging {
  /** Part of a name in it, of the customer's names, address or phone number, or a receipt number. */
  q?: string | undefined
}

/** Everyone's orders, newest first, for admins. */
export async function listOrdersForReview(caller: CallerContext, { status, claim, q, ...paging }: Wanted) {
  const kept = keptBy({ status, claim })
  const sought = soughtBy(q)
  return caller.read(async (tx) => {
    if (!sought) {
      const { rows, next_cursor } = await newestPage(orderRows(tx.db).where(kept), 'orders', paging)
      return { items: await forReview(tx, rows as OrderRow[]), next_cursor }
    }
    const search = searchOf({
      table: 'orders',
      kept,
      names: sql`orders.names`,
      // Every name begins after a blank.
      name: sought.name.pattern.startsWith('%') ? sought.name : beginning(q!.trim(), ' '),
      queue: queueOf('orders', '', claim ?? status),
      sought,
    })
    const { ids, next_cursor } = await searchPage(tx.db, search, paging)
    if (!ids.length) return { items: [], next_cursor }
    const rows = await orderRows(tx.db)
      .where(sql<boolean>`orders.id = any (${ids}::uuid[])`)
      .orderBy(pagesOf('orders', {}).order)
      .execute()
    return { items: await forReview(tx, rows), next_cursor }
  })
}

/** The condition of a filter, in the words of the partial indexes that answer it, written out: its plan is then kept. */
function keptBy({ status, claim }: Filter) {
  // A claim waits with an open order alone, and a cancelled one is not to be paid: no index should be read for it.
  const isNever = claim === 'claimed' ? status && status !== 'pending' : claim && status === 'cancelled'
  return sql<boolean>`${sql.join(
    [
      isNever ? sql`false` : sql`true`,
      ...(status === undefined ? [] : [sql`orders.status = ${sql.lit(status)}`]),
      ...(claim === 'claimed' ? [sql`orders.payment_confirmed and orders.status = 'pending'`] : []),
      ...(claim === 'unclaimed' ? [sql`not orders.payment_confirmed and orders.status <> 'cancelled'`] : []),
    ],
    sql` and `,
  )}`
}
