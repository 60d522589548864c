import { type Kysely, type RawBuilder, sql } from 'kysely'
import { pagesOf, type Paging, type Placed } from './keyset.ts'
import type { Tables } from './tables.ts'

/** How many of the newest rows are read through before an index is asked. */
const NEAR = 1_000

type Sql = RawBuilder<unknown>

/** What is looked for in a table that lists its rows by `created_at` and `id`. */
export interface Search {
  table: string
  /** The rows that the list shows without the search. */
  kept: Sql
  /** Whether a row is looked for. It is asked row by row, and must read no more than what the row points to. */
  matches: Sql
  /** The same rows by way of indexes: each a select of `id` and `created_at` from the rows that are `kept`. */
  paths(kept: Sql): Sql[]
}

/**
 * The ids of one page of a search, newest first, in about the same time however many rows there are. A common word
 * fills its page from the newest rows, read in their order; what they don't hold enough of is rare, and an index
 * gives all of it. Left to itself PostgreSQL would guess which of the two it is, and behind row security it may not
 * even look at its statistics.
 */
export async function searchPage(
  db: Kysely<Tables>,
  { table, kept, matches, paths }: Search,
  paging: Paging,
): Promise<{ ids: string[]; next_cursor: string | null }> {
  const { after, order, limit, take } = pagesOf(table, paging)
  const here = after ? sql`${kept} and ${after}` : kept
  const rows = sql.table(table)
  const near = sql`(select * from ${rows} where ${here} order by ${order} limit ${sql.lit(NEAR)})`
  const run = async (query: RawBuilder<Placed>) => (await query.execute(db)).rows

  let found = await run(sql`select id, created_at from ${near} as ${rows} where ${matches}
    order by ${order} limit ${limit + 1}`)
  if (found.length <= limit && (await countOf(db, near)) === NEAR)
    found = await run(sql`select id, created_at from (${sql.join(paths(here), sql` union `)}) as ${rows}
      order by ${order} limit ${limit + 1}`)
  const page = take(found)
  return { ids: page.rows.map(({ id }) => id), next_cursor: page.next_cursor }
}

async function countOf(db: Kysely<Tables>, rows: Sql) {
  const counted = await sql<{ count: number }>`select count(*) as count from ${rows} as counted`.execute(db)
  return counted.rows[0]!.count
}

/** A text as a pattern of LIKE, with what means something there escaped. */
export const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&')
