import { sql } from 'kysely'
import { newestPage, pagesOf, type Paging } from '../../../server/database/keyset.ts'
import { searchPage } from '../../../server/database/search.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import type { ProductDefinition } from '../../products/product-definition.ts'
import { forReview } from './review-rows.ts'
import { queueOf, searchOf, soughtBy } from './search.ts'
import { factsOf, ownRequestRows, type RequestRow, requestRows } from './store.ts'

/** The caller's own requests of a kind, newest first. */
export async function listOwnRequests<K extends ProductDefinition>(
  caller: CallerContext,
  product: K,
  paging: Paging,
) {
  const person = caller.person()
  const { rows, next_cursor } = await caller.read(({ db }) =>
    newestPage(
      ownRequestRows(db).where('requests.user_id', '=', person).where('requests.kind', '=', product.name),
      'requests',
      paging,
    ),
  )
  return { items: rows.map((row) => product.present(factsOf(row))), next_cursor }
}

interface Filter {
  status?: string | undefined
  claim?: 'claimed' | 'unclaimed' | undefined
}

interface Wanted extends Filter, Paging {
  /** Part of the subject, of the customer's names, address or phone number, or a receipt number. */
  q?: string | undefined
}

/** Everyone's requests of a kind, newest first, for admins. */
export async function listForReview<K extends ProductDefinition>(
  caller: CallerContext,
  product: K,
  { status, claim, q, ...paging }: Wanted,
) {
  const kept = keptBy(product, { status, claim })
  const sought = soughtBy(q)
  return caller.read(async (tx) => {
    if (!sought) {
      const { rows, next_cursor } = await newestPage(requestRows(tx.db).where(kept), 'requests', paging)
      return { items: await forReview(tx, product, rows as RequestRow[]), next_cursor }
    }
    const names = sql`lower(requests.subject)`
    const queue = queueOf(
      'requests',
      product.name,
      claim ?? (isStatusOf(product, status) ? status : undefined),
    )
    const search = searchOf({ table: 'requests', kept, names, name: sought.name, queue, sought })
    const { ids, next_cursor } = await searchPage(tx.db, search, paging)
    if (!ids.length) return { items: [], next_cursor }
    const rows = await requestRows(tx.db)
      .where(sql<boolean>`requests.id = any (${ids}::uuid[])`)
      .orderBy(pagesOf('requests', {}).order)
      .execute()
    return { items: await forReview(tx, product, rows), next_cursor }
  })
}

/** Whether it is one of the product's own: nothing else that is asked for may be written out. */
const isStatusOf = (product: ProductDefinition, status: string | undefined) =>
  status !== undefined && Object.hasOwn(product.stages, status)

/** The condition of a filter, in the words of the partial indexes that answer it, written out: its plan is then kept. */
function keptBy(product: ProductDefinition, { status, claim }: Filter) {
  const stage = status === undefined ? undefined : product.stages[status]
  // Nothing is active and waits, and nothing but an offer is unpaid: no index should be read through for it.
  const isNever =
    claim === 'claimed' ? stage === 'active' : claim !== undefined && stage && stage !== 'offered'
  return sql<boolean>`${sql.join(
    [
      sql`requests.kind = ${sql.lit(product.name)}`,
      ...(status === undefined
        ? []
        : [sql`requests.status = ${isStatusOf(product, status) ? sql.lit(status) : status}`]),
      ...(claim === 'claimed' ? [sql`requests.payment_confirmed and requests.stage <> 'active'`] : []),
      ...(claim === 'unclaimed' ? [sql`requests.stage = 'offered' and not requests.payment_confirmed`] : []),
      ...(isNever ? [sql`false`] : []),
    ],
    sql` and `,
  )}`
}
