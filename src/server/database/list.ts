import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { readSort, type Sort, type Total } from '../../shared/lists.ts'
import { decimalOf } from '../../shared/money/money.ts'
import { Refused } from '../../shared/refusal.ts'
import { newestPage, PAGE, type Paging, type Placed } from './keyset.ts'
import { searchPage } from './search.ts'
import { moneyFromColumn, type Tables } from './tables.ts'

type Sql = RawBuilder<unknown>

/** The pattern of a value in a cursor, and what stands in it for a missing one. */
const types = {
  text: { shape: /^.{0,40}$/su, none: '' },
  numeric: { shape: /^-?\d{1,20}(?:\.\d{1,10})?$/, none: '0' },
  timestamptz: {
    shape: /^(?:infinity|\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?[+-]\d\d(?::\d\d)?)$/,
    none: '1970-01-01 00:00:00+00',
  },
} as const

/** By what a list can be sorted. Texts are compared by their first 40 characters, in any case. */
export interface SortKey {
  by: Sql
  type: keyof typeof types
}

export interface List<Key extends string> {
  table: string
  /** The condition of the list without the search. */
  filter: Sql
  /** The condition of a search, with the columns that `filter` and it read beside `id` and `created_at`. */
  search?: { columns: Sql; matches: Sql } | undefined
  sorts?: Record<Key, SortKey>
  /** What is added up. */
  sum?: { amount: Sql; currency: Sql }
}

/** What a page of a list is asked for with: without a sort it is in the list's own order. */
export interface ListPaging<Key extends string = never> extends Paging {
  sort?: Sort<Key> | undefined
  total?: 'true' | undefined
}

/** The most rows that are counted. */
const MOST_COUNTED = 10_000

/** How many rows `rows` has, with their columns `amount` and `currency` added up. */
export async function totalOf(db: Kysely<Tables>, rows: Sql): Promise<Total> {
  const { rows: sums } = await sql<{ currency: string | null; amount: string | null; count: number }>`
    select currency, sum(amount) as amount, count(*)::int as count
      from (select * from (${rows}) counted limit ${MOST_COUNTED + 1}) counted
     group by currency order by currency`.execute(db)
  const count = sums.reduce((sum, one) => sum + one.count, 0)
  if (count > MOST_COUNTED) return { count: MOST_COUNTED, is_more: true, sums: [] }
  return {
    count,
    is_more: false,
    sums: sums.flatMap(({ amount, currency }) =>
      amount === null || currency === null
        ? []
        : { currency, amount: decimalOf(moneyFromColumn(amount, currency)) },
    ),
  }
}

export const nothingToSum = sql`null::numeric as amount, null::text as currency`

/** The condition of a list with its search. */
export const conditionOf = ({ filter, search }: Pick<List<string>, 'filter' | 'search'>): Sql =>
  search ? sql`${filter} and ${search.matches}` : filter

interface Found {
  id: string
  is_apart: boolean
  place: string
}

/**
 * The ids of one page of the rows with the columns `id` and `value`, sorted by the value. Rows without one come last in
 * both directions. Refuses a cursor of another sort, or an invalid one, with `NOT_FOUND`.
 */
export async function sortedIds<Key extends string>(
  db: Kysely<Tables>,
  rows: (key: Key) => { from: Sql; type: SortKey['type'] },
  sort: Sort<Key>,
  { cursor, limit = PAGE }: Paging,
): Promise<{ ids: string[]; next_cursor: string | null }> {
  const { key, isDescending } = readSort(sort)
  const { from, type } = rows(key)
  const value = type === 'text' ? sql`nullif(left(lower(value), 40), '')` : sql`value`
  // The text of the answer has the name of the value too.
  const place = sql.raw('placed.is_apart, placed.place, placed.id')
  const after = readPlace(cursor, sort, type)
  const direction = sql.raw(isDescending ? 'desc' : 'asc')
  const beyond = after
    ? sql`where (${place}) ${sql.raw(isDescending ? '<' : '>')}
            (${after.is_apart}::boolean, ${after.place}::${sql.raw(type)}, ${after.id}::uuid)`
    : sql``
  // With `offset 0` the value is computed once.
  const found = await sql<Found>`
    select id, is_apart, place::text as place from (
      select id, value is ${sql.raw(isDescending ? 'not null' : 'null')} as is_apart,
             coalesce(value, ${types[type].none}::${sql.raw(type)}) as place
        from (select id, ${value} as value from (${from} offset 0) sorted) sorted) placed
     ${beyond} order by placed.is_apart ${direction}, placed.place ${direction}, placed.id ${direction} limit ${limit + 1}`.execute(
    db,
  )
  const shown = found.rows.slice(0, limit)
  const last = found.rows.length > limit ? shown.at(-1) : undefined
  return {
    ids: shown.map(({ id }) => id),
    next_cursor: last
      ? Buffer.from(JSON.stringify([sort, last.is_apart, last.place, last.id])).toString('base64url')
      : null,
  }
}

const idShape = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The last row of the page before. */
function readPlace(cursor: string | undefined, sort: string, type: SortKey['type']): Found | undefined {
  if (cursor === undefined) return undefined
  try {
    const [of, is_apart, place, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    const isValid =
      of === sort &&
      typeof is_apart === 'boolean' &&
      typeof place === 'string' &&
      types[type].shape.test(place) &&
      !place.includes('\0') &&
      typeof id === 'string' &&
      idShape.test(id)
    if (isValid) return { is_apart, place, id }
  } catch {
    // No JSON: it is the cursor of the list's own order.
  }
  throw new Refused('NOT_FOUND')
}

/**
 * One page of the rows of a query that meet a filter and a search: newest first, or by a sort. With the number and the
 * sums of all of them where it is asked for. Refuses an invalid cursor with `NOT_FOUND`.
 */
export async function listPage<DB, TB extends keyof DB, Row extends Placed, Key extends string>(
  db: Kysely<Tables>,
  query: SelectQueryBuilder<DB, TB, Row>,
  list: List<Key>,
  { total, ...paging }: ListPaging<Key>,
): Promise<{ rows: Row[]; next_cursor: string | null; total: Total | null }> {
  const page = await rowsOf(db, query, list, paging)
  return { ...page, total: total ? await countOf(db, list) : null }
}

/** The number and the sums of all rows of a list. */
export const countOf = (db: Kysely<Tables>, list: List<string>): Promise<Total> =>
  totalOf(
    db,
    sql`select ${list.sum ? sql`${list.sum.amount} as amount, ${list.sum.currency} as currency` : nothingToSum}
          from ${sql.table(list.table)} where ${conditionOf(list)}`,
  )

/** The ids of one page of a list that is sorted, or searched in its own order. */
export function listIds<Key extends string>(
  db: Kysely<Tables>,
  list: List<Key>,
  { sort, ...paging }: ListPaging<Key>,
): Promise<{ ids: string[]; next_cursor: string | null }> | undefined {
  const { table, filter, search, sorts } = list
  if (sort)
    return sortedIds(
      db,
      (key: Key) => ({
        type: sorts![key].type,
        from: sql`select ${sql.ref(`${table}.id`)}, ${sorts![key].by} as value
                    from ${sql.table(table)} where ${conditionOf(list)}`,
      }),
      sort,
      paging,
    )
  if (!search) return undefined
  const { matches, columns } = search
  return searchPage(db, { table, filter, matches, columns: sql`id, created_at, ${columns}` }, paging)
}

async function rowsOf<DB, TB extends keyof DB, Row extends Placed, Key extends string>(
  db: Kysely<Tables>,
  query: SelectQueryBuilder<DB, TB, Row>,
  list: List<Key>,
  paging: ListPaging<Key>,
): Promise<{ rows: Row[]; next_cursor: string | null }> {
  const found = await listIds(db, list, paging)
  if (!found) return newestPage(query.where(sql<boolean>`${list.filter}`), list.table, paging)
  const { ids, next_cursor } = found
  if (!ids.length) return { rows: [], next_cursor }
  const rows = (await query
    .where(sql<boolean>`${sql.ref(`${list.table}.id`)} = any (${ids}::uuid[])`)
    .execute()) as Row[]
  return { rows: inOrder(rows, ids), next_cursor }
}

/** Rows in the order of their ids. */
export function inOrder<Row extends { id: string }>(rows: readonly Row[], ids: readonly string[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** The name by which a row's customer is sorted, by the column that has the customer's id. */
export const customerName = (column: string): SortKey => ({
  type: 'text',
  by: sql`(select coalesce(nullif(customer.business_name, ''), nullif(customer.full_name, ''), customer.email)
             from profiles customer where customer.id = ${sql.ref(column)})`,
})
