import { type Kysely, type RawBuilder, sql } from 'kysely'
import { literally } from '@kikoa/postgres'
import { pagesOf, type Paging, type Placed } from './keyset.ts'
import type { Tables } from './tables.ts'

export { literally } from '@kikoa/postgres'

type Sql = RawBuilder<unknown>

/** How many rows are filtered in the order of the list before the trigram index is used. */
const NEWEST = 2_000

/** A shorter text has no trigram inside a word, so that only beginnings of words are searched for it. */
const SHORTEST_TRIGRAM = 3

const phone = /^[+(]?\d[\d\s().-]{3,}$/

/**
 * Turns the text of a search field into LIKE patterns for a `search` column, in which every word follows a blank.
 * A telephone number is also searched without blanks and without its leading zero.
 */
export function patternsOf(typed: string): string[] {
  const text = typed.trim()
  const digits = phone.test(text) ? text.replace(/\D/g, '').replace(/^0+/, '') : ''
  return [...new Set([text, digits.length < SHORTEST_TRIGRAM ? text : digits])].map(
    (part) => `${part.length < SHORTEST_TRIGRAM ? '% ' : '%'}${literally(part)}%`,
  )
}

/** The condition that a `search` column matches one of the patterns, in any case. */
export const hasWords = (column: string, patterns: readonly string[]): RawBuilder<boolean> =>
  sql`(${sql.join(
    patterns.map((pattern) => sql`${sql.ref(column)} like lower(${pattern})`),
    sql` or `,
  )})`

/** The ids of customers with such a name, business, address or phone number, as a subquery. */
export const customersWith = (text: string): RawBuilder<string> =>
  sql`(select id from profiles where ${hasWords('search', patternsOf(text))} limit 500)`

/** A search in one table. */
export interface Search {
  table: string
  /** The columns that `order` and `matches` read, without the table's name. */
  columns: Sql
  /** The condition of the list without the search. */
  filter: Sql
  /** The condition of the search. An index must support it. */
  matches: Sql
  order: Sql
  /** Whether few rows may pass the filter, so that reading the newest ones first could be reading all. */
  isRare?: boolean
}

/**
 * Finds the first rows of a search in the order of the list. A frequent word fills the page from the newest rows. Any
 * other word is rare, so that its index finds all its rows and they can be sorted. The program chooses between the two
 * because PostgreSQL cannot: row security hides the column's statistics from its planner.
 */
export async function findRows<Row>(
  db: Kysely<Tables>,
  { table, columns, filter, matches, order, isRare = false }: Search,
  limit: number,
): Promise<Row[]> {
  const rows = sql.table(table)
  if (!isRare) {
    const newest = await sql<Row & { rows_read: number }>`
    with newest as materialized (select ${columns} from ${rows} where ${filter} order by ${order} limit ${NEWEST})
    select *, (select count(*) from newest) as rows_read from newest as ${rows} where ${matches}
     order by ${order} limit ${limit}`.execute(db)
    const isWholeList = newest.rows[0] && newest.rows[0].rows_read < NEWEST
    if (newest.rows.length === limit || isWholeList) return newest.rows
  }
  // With `offset 0` PostgreSQL does not read the whole list in its order.
  const all = await sql<Row>`
    select * from (select ${columns} from ${rows} where ${matches} and ${filter} offset 0) as ${rows}
     order by ${order} limit ${limit}`.execute(db)
  return all.rows
}

/**
 * Finds the ids of one page of a search in a list that is sorted by `created_at` and `id`.
 * Refuses an invalid cursor with `NOT_FOUND`.
 */
export async function searchPage(
  db: Kysely<Tables>,
  { filter, ...search }: Omit<Search, 'order'>,
  paging: Paging,
): Promise<{ ids: string[]; next_cursor: string | null }> {
  const { after, order, limit, take } = pagesOf(search.table, paging)
  const found = await findRows<Placed>(
    db,
    { ...search, order, filter: after ? sql`${filter} and ${after}` : filter },
    limit + 1,
  )
  const page = take(found)
  return { ids: page.rows.map(({ id }) => id), next_cursor: page.next_cursor }
}
