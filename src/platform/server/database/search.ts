import { type Kysely, type RawBuilder, sql } from 'kysely'
import { pagesOf, type Paging, type Placed } from './keyset.ts'
import { shelvesFrom } from './shelves.ts'
import type { Tables } from './tables.ts'

/** How many of the newest rows are read through before an index is asked. */
const NEAR = 100
/** So many of them found, and the page is full sooner by reading on than by any index. */
const DENSE = NEAR / 25
/** Rows that are read through at a time for a word that no index is asked for. */
const FAR = 20_000

type Sql = RawBuilder<unknown>

/** What is looked for in rows that are listed in an order. `Place` is where a row stands in it, and tells it apart. */
export interface SearchInOrder<Place> {
  table: string
  /** The columns that the conditions read, where the caller may not read all of them. */
  columns?: Sql
  /** The columns of a place. */
  place: Sql
  order: Sql
  /** The condition of the rows behind a place. */
  behind(place: Place): Sql
  /** The rows that the list shows without the search, in the words of an index that gives them in their order. */
  kept: Sql
  /** Whether a row is looked for. It is asked row by row, and must read no more than what the row points to. */
  matches: Sql
  /** The same, asked of many rows. */
  matchesOfMany?: Sql
  /**
   * The same rows by way of indexes, among those that are `here`: each a select of their places, and none where they
   * give no row. Undefined where they give far more rows than a page has: then some more are read through first, and
   * they are asked `inAnyCase`.
   */
  paths(within: Within<Place>, inAnyCase: boolean): Sql[] | Promise<Sql[] | undefined>
}

/** Where an index is to look. */
interface Within<Place> {
  /** The condition of the rows that are left. */
  here: Sql
  /** They stand behind this one. */
  from: Place
  /** Rows that make the page full. */
  wanted: number
  /** Whether what was read through held none: then there is little of it anywhere. */
  isRare: boolean
}

/**
 * The first places that a search finds, in about the same time however many rows there are. A common word fills its
 * page from the first rows, read in their order; what they hold little of is rare, and an index gives it. Left to
 * itself PostgreSQL would guess which of the two it is, and behind row security it may not even look at its statistics.
 * @param wanted how many at the most.
 */
export async function findInOrder<Place extends object>(
  db: Kysely<Tables>,
  {
    table,
    columns = sql`*`,
    place,
    order,
    behind,
    kept,
    matches,
    matchesOfMany = matches,
    paths,
  }: SearchInOrder<Place>,
  wanted: number,
): Promise<Place[]> {
  const rows = sql.table(table)
  const found: Place[] = []
  /** The last row that was read; none once there is none left. */
  let last: Place | undefined
  const here = () => (last ? sql`${kept} and ${behind(last)}` : kept)

  /** Reads the next rows through, in their order, until the page is full. */
  async function readOn(many: number, whether: Sql) {
    const left = wanted - found.length
    const near = sql`near as materialized (select ${columns} from ${rows} where ${here()} order by ${order} limit ${sql.lit(many)})`
    const isRow = sql`select ${place}, false as is_last from near as ${rows} where ${whether} order by ${order} limit ${left}`
    // The last row is fetched only where it is needed: until then the rows are read no further than the page goes.
    const read = await sql<Place & { is_last: boolean }>`
      with ${near}, met as materialized (${isRow})
      select * from met union all
      (select ${place}, true from near where (select count(*) from met) < ${left} offset ${sql.lit(many - 1)})`.execute(
      db,
    )
    found.push(...read.rows.filter(({ is_last }) => !is_last))
    last = read.rows.find(({ is_last }) => is_last)
    return found.length >= wanted || !last
  }

  const within = () => ({ here: here(), from: last!, wanted: wanted - found.length, isRare: !found.length })

  if (await readOn(NEAR, matches)) return found
  // One of few lengths: each is a statement that PostgreSQL keeps.
  const needed = 2 ** Math.ceil(Math.log2((1.5 * (wanted - found.length) * NEAR) / found.length))
  if (found.length >= DENSE && (await readOn(needed, matches))) return found
  let indexed = await paths(within(), false)
  if (!indexed) {
    if (await readOn(FAR, matchesOfMany)) return found
    indexed = (await paths(within(), true)) ?? []
  }
  if (!indexed.length) return found
  const rest = await sql<Place>`select ${place} from (${sql.join(indexed, sql` union `)}) as ${rows}
     order by ${order} limit ${wanted - found.length}`.execute(db)
  return [...found, ...rest.rows]
}

/** What is looked for in a table that lists its rows by `created_at` and `id`. */
export type Search = Omit<SearchInOrder<Placed>, 'place' | 'order' | 'behind'>
export type Behind = Within<Placed>

/** The ids of one page of a search, newest first. Refuses as `pagesOf` does. */
export async function searchPage(
  db: Kysely<Tables>,
  search: Search,
  paging: Paging,
): Promise<{ ids: string[]; next_cursor: string | null }> {
  const { after, order, limit, take } = pagesOf(search.table, paging)
  const rows = sql.table(search.table)
  const found = await findInOrder<Placed>(
    db,
    {
      ...search,
      place: sql`id, created_at`,
      order,
      behind: ({ created_at, id }) =>
        sql`(${rows}.created_at, ${rows}.id) < (${created_at}::timestamptz, ${id}::uuid)`,
      kept: after ? sql`${search.kept} and ${after}` : search.kept,
    },
    limit + 1,
  )
  const page = take(found)
  return { ids: page.rows.map(({ id }) => id), next_cursor: page.next_cursor }
}

/**
 * The first rows of a query that indexes answer, without an order. Under a limit PostgreSQL would rather look for them
 * in the whole table, for it expects many; what is materialized is planned without, and made no further than it is read.
 */
export const someOf = (query: Sql, many: number) =>
  sql`with them as materialized (${query}) select * from them limit ${sql.lit(many)}`

/** Whether a query gives more rows than `many`. It is asked for no more than that. */
export async function isMore(db: Kysely<Tables>, query: Sql, many: number): Promise<boolean> {
  const { rows } = await sql<{ it: boolean }>`
    select count(*) > ${sql.lit(many)} as it from (${someOf(query, many + 1)}) as few`.execute(db)
  return rows[0]!.it
}

/**
 * Rows that an index finds, from the newest shelf on and no further than the page needs: see the migration that made
 * `shelves_of`.
 * @param of the rows whose shelves these are, as the index names them.
 * @param shelves what the index holds of a row.
 */
export function byShelf(
  { table, of, shelves, found }: { table: string; of: string; shelves: Sql; found: Sql },
  { here, from, wanted }: Behind,
): Sql {
  const rows = sql.table(table)
  const names = shelvesFrom(of, from.created_at).map(
    ({ name, until }) => sql`(${name}::text, ${until}::timestamptz)`,
  )
  // The fence keeps the order from choosing the index: it would be the one of the list.
  return sql`(select found.id, found.created_at from (values ${sql.join(names)}) as shelf (name, until)
    cross join lateral (
      select * from (select ${rows}.id, ${rows}.created_at from ${rows}
                      where ${here} and ${found} and ${shelves} @> array[shelf.name] and ${rows}.created_at < shelf.until
                     offset 0) as on_it
       order by created_at desc, id desc limit ${wanted}) as found
    limit ${wanted})`
}
