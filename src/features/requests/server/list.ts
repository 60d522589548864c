import { sql } from 'kysely'
import { newestPage, pagesOf, type Paging } from '../../../server/database/keyset.ts'
import { hasWords, searchPage } from '../../../server/database/search.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import type { ProductDefinition } from '../../products/product-definition.ts'
import { forReview } from './review-rows.ts'
import { requestPatterns } from './search.ts'
import { factsOf, ownRequestRows, type RequestRow, requestRows } from './store.ts'

/** The caller's own requests of a kind, newest first. */
export async function listOwnRequests(caller: CallerContext, product: ProductDefinition, paging: Paging) {
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

interface Filters {
  status?: string | undefined
  claim?: 'claimed' | 'unclaimed' | undefined
}

interface Wanted extends Filters, Paging {
  /** Part of the subject, of the customer's names, address or phone number, or a whole receipt number. */
  q?: string | undefined
}

/** Everyone's requests of a kind, newest first, for admins. */
export async function listForReview(
  caller: CallerContext,
  product: ProductDefinition,
  { status, claim, q, ...paging }: Wanted,
) {
  const filter = filterOf(product, { status, claim })
  const patterns = requestPatterns(q)
  return caller.read(async (tx) => {
    if (!patterns) {
      const { rows, next_cursor } = await newestPage(requestRows(tx.db).where(filter), 'requests', paging)
      return { items: await forReview(tx, product, rows as RequestRow[]), next_cursor }
    }
    const search = {
      table: 'requests',
      columns: sql`id, created_at, search`,
      filter,
      matches: hasWords('requests.search', patterns),
    }
    const { ids, next_cursor } = await searchPage(tx.db, search, paging)
    if (!ids.length) return { items: [], next_cursor }
    const rows = await requestRows(tx.db)
      .where(sql<boolean>`requests.id = any (${ids}::uuid[])`)
      .orderBy(pagesOf('requests', {}).order)
      .execute()
    return { items: await forReview(tx, product, rows), next_cursor }
  })
}

/** The condition of the filters, written as in the partial indexes that support it. */
function filterOf(product: ProductDefinition, { status, claim }: Filters) {
  const stage = status === undefined ? undefined : product.stages[status]
  // No row meets both filters. PostgreSQL would read the whole list to find that out.
  const isImpossible =
    claim === 'claimed' ? stage === 'active' : claim !== undefined && stage && stage !== 'offered'
  return sql<boolean>`${sql.join(
    [
      isImpossible ? sql`false` : sql`true`,
      sql`requests.kind = ${product.name}`,
      ...(status === undefined ? [] : [sql`requests.status = ${status}`]),
      ...(claim === 'claimed' ? [sql`requests.payment_confirmed and requests.stage <> 'active'`] : []),
      ...(claim === 'unclaimed' ? [sql`requests.stage = 'offered' and not requests.payment_confirmed`] : []),
    ],
    sql` and `,
  )}`
}
