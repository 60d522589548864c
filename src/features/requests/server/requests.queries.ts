import { type Selectable, sql, type RawBuilder } from 'kysely'
import { newestPage, type Paging } from '../../../server/database/keyset.ts'
import { customerName, listPage, type ListPaging, type SortKey } from '../../../server/database/list.ts'
import { hasWords, patternsOf } from '../../../server/database/search.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import type { ProductDefinition } from '../../products/product-definition.ts'
import { forReview } from './review-rows.ts'
import type { QueueFilter, RequestSort } from '../queue-filter.ts'
import { factsOf, ownRequestRows, type RequestRow, requestRows } from './store.ts'
import type { Transaction } from '../../../server/database/database.ts'
import type { Tables } from '../../../server/database/tables.ts'
import { type ProductName, productNames, products } from '../../products/products.ts'
import './requests.tables.ts'
import { receiptKey } from '../../money/received/receipt-key.ts'

/** The caller's own requests of a product, newest first. */
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

/** A request with its product, as its customer sees it. Undefined without one. */
export async function requestAsShown({ db }: Transaction, id: string) {
  const row = await requestRows(db).where('requests.id', '=', id).executeTakeFirst()
  const product = row && products[row.kind as ProductName]
  return product && { product: product as ProductDefinition, shown: product.present(factsOf(row)) }
}

/** All requests of a product, newest first, for admins. */
export async function listForReview(
  caller: CallerContext,
  product: ProductDefinition,
  { cursor, limit, sort, total: isCounted, ...filter }: QueueFilter & ListPaging<RequestSort>,
) {
  return caller.read(async (tx) => {
    const listed = {
      table: 'requests',
      filter: filterOf(product, filter),
      search: filter.q?.trim() ? searchIn('requests', filter.q) : undefined,
      sorts,
      sum: { amount: sql`case when stage <> 'rejected' then price end`, currency: sql`currency` },
    }
    const paging = { cursor, limit, sort, total: isCounted }
    const { rows, ...page } = await listPage(tx.db, requestRows(tx.db), listed, paging)
    return { items: await forReview(tx, product, rows as RequestRow[]), ...page }
  })
}

const sorts = {
  name: { by: sql`requests.subject`, type: 'text' },
  status: { by: sql`requests.status`, type: 'text' },
  customer: customerName('requests.user_id'),
  amount: { by: sql`requests.price`, type: 'numeric' },
  since: { by: sql`requests.created_at`, type: 'timestamptz' },
} as const satisfies Record<RequestSort, SortKey>

/** The condition of a filter, written as in the partial indexes that support it. */
function filterOf(product: ProductDefinition, filter: QueueFilter) {
  const { status, claim } = filter
  const stage = status === undefined ? undefined : product.stages[status]
  // No row meets both filters. PostgreSQL would read the whole list to find that out.
  const isImpossible =
    claim === 'claimed' ? stage === 'active' : claim !== undefined && stage && stage !== 'offered'
  return allOf([
    sql`requests.kind = ${product.name}`,
    ...queueConditions('requests', filter),
    ...(isImpossible ? [sql`false`] : []),
    ...(claim === 'claimed' ? [sql`requests.payment_confirmed and requests.stage <> 'active'`] : []),
    ...(claim === 'unclaimed' ? [sql`requests.stage = 'offered' and not requests.payment_confirmed`] : []),
  ])
}

const SHOWN = 8

type Latest = Pick<
  Selectable<Tables['requests']>,
  'id' | 'kind' | 'subject' | 'status' | 'price' | 'currency' | 'payment_confirmed' | 'created_at'
>

/** A customer's latest requests of all products, newest first, with few fields. */
export async function latestRequestsOf({ db }: Transaction, user_id: string) {
  // The index gives the latest rows of each product in order, so read as many of each.
  const { rows } = await sql<Latest>`
    select latest.* from unnest(${productNames}::text[]) as of (kind)
      cross join lateral (
        select id, requests.kind, subject, status, price, currency, payment_confirmed, created_at from requests
         where user_id = ${user_id} and requests.kind = of.kind order by created_at desc, id desc limit ${SHOWN}) as latest
     order by created_at desc, id desc limit ${SHOWN}`.execute(db)
  return rows.map((row) => ({
    ...row,
    price: row.price === null ? null : Number(row.price),
    created_at: row.created_at.toISOString(),
  }))
}

/**
 * The search in the column `search` of requests or orders. It finds parts of a subject or of the customer's texts, and
 * whole receipt numbers.
 */
export function searchIn(table: 'requests' | 'orders', q: string) {
  const receipt = receiptKey(q)
  const patterns = receipt ? [...patternsOf(q), `% ${receipt} %`] : patternsOf(q)
  return { columns: sql`search`, matches: hasWords(`${table}.search`, patterns) }
}

type Sql = RawBuilder<unknown>

/** The conditions of a queue's filter that requests and orders share. */
export const queueConditions = (
  table: 'requests' | 'orders',
  { id, customer, status }: QueueFilter,
): Sql[] => [
  ...(id === undefined ? [] : [sql`${sql.ref(`${table}.id`)} = ${id}::uuid`]),
  ...(customer === undefined ? [] : [sql`${sql.ref(`${table}.user_id`)} = ${customer}::uuid`]),
  ...(status === undefined ? [] : [sql`${sql.ref(`${table}.status`)} = ${status}`]),
]

export const allOf = (conditions: Sql[]) => sql<boolean>`${sql.join([sql`true`, ...conditions], sql` and `)}`
