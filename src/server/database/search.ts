import { type Kysely, type RawBuilder, sql } from 'kysely'
import { pagesOf, type Paging, type Placed } from './keyset.ts'
import { shelvesFrom } from './shelves.ts'
import type { Tables } from './tables.ts'

/** How many of the newest rows are read through before an index is asked. */
const NEAR = 40
/** Such a share of them found, and the page is full sooner by reading on than by any index. */
const DENSE = 1 / 10
/** So far it is read on. A page that is not full then is filled by indexes, in a trip of its own. */
const DEEP = 2048

type Sql = RawBuilder<unknown>

/** A place in a list: the values of its columns, or what names them in a statement. */
export type Spot<Place> = { [Column in keyof Place]: Place[Column] | Sql }

/** What is looked for in rows that are listed in an order. `Place` is where a row stands in it, and tells it apart. */
export interface SearchInOrder<Place> {
  table: string
  /** The columns that `matches` and the place are read from. */
  columns: Sql
  /** The columns of a place. */
  place: readonly (keyof Place & string)[]
  order: Sql
  /** The condition of the rows behind a place. */
  behind(place: Spot<Place>): Sql
  /** The rows that the list shows without the search, in the words of an index that gives them in their order. */
  kept: Sql
  /** Whether a row is looked for. It is asked row by row, and must read no more than what the row points to. */
  matches: Sql
  /** How many of the newest rows are read through first, and which share of them is enough, where indexes are dear. */
  near?: number
  dense?: number
  /** Whether a statement needs a plan for its very values. One that is kept spares as much time as most of them take. */
  isPlannedAnew?: boolean
  /** The same rows by way of indexes, among those that are `here`: each a select of their places, one at the least. */
  paths(within: Within<Place>): Sql[]
}

/** Where an index is to look. */
export interface Within<Place> {
  /** The condition of the rows that are left. */
  here: Sql
  /** They stand behind this one, which has been read. */
  from: { [Column in keyof Place]: Sql }
  /** Rows that make the page full. */
  wanted: number
  /** How many of the rows that were read through to come here were looked for. */
  found: Sql
}

/**
 * The first places that a search finds, in about the same time however many rows there are. A common word fills its
 * page from the first rows, read in their order; what they hold little of is rare, and an index gives it, in the same
 * trip. Left to itself PostgreSQL would guess which of the two it is, and behind row security it may not even look at its
 * statistics.
 * @param wanted how many at the most.
 */
export async function findInOrder<Place extends object>(
  db: Kysely<Tables>,
  {
    table,
    columns,
    place,
    order,
    behind,
    kept,
    matches,
    near = NEAR,
    dense = DENSE,
    isPlannedAnew = false,
    paths,
  }: SearchInOrder<Place>,
  wanted: number,
): Promise<Place[]> {
  const rows = sql.table(table)
  const spot = sql.join(place.map((name) => sql.ref(name)))
  const reached = Object.fromEntries(
    place.map((name) => [name, sql.ref(`reached.${name}`)]),
  ) as Within<Place>['from']
  const found: Place[] = []
  /** The last row that was read, where there may be more behind it. */
  let last: Place | undefined

  /** Reads the next rows through, in their order, and goes on to a full page: by reading where that may do, or by indexes. */
  async function readOn(mayRead: boolean) {
    // Written out where it is always the same: PostgreSQL then keeps the plan.
    const left = found.length ? sql`${wanted - found.length}` : sql.lit(wanted)
    const here = last ? sql`${kept} and ${behind(last)}` : kept
    const next = sql`near as materialized (select ${columns} from ${rows} where ${here} order by ${order} limit ${sql.lit(near)})`
    const met = sql`met as materialized (select ${spot} from near as ${rows} where ${matches} order by ${order} limit ${left})`
    const isCommon = mayRead ? sql`found >= ${sql.lit(dense * near)}` : sql`false`
    // The last row is fetched only where it is needed: until then the rows are read no further than the page goes.
    const end = sql`reached as materialized (select *, ${isCommon} as is_common from (
      select ${spot}, (select count(*) from met) as found from near
       where (select count(*) from met) < ${left} offset ${sql.lit(near - 1)}) as last)`
    const rest = sql`${kept} and ${behind(reached)}`
    const read = sql`select ${columns} from ${rows} where ${rest} order by ${order} limit ${sql.lit(DEEP)}`
    const total = found.length ? sql`(reached.found + ${found.length})` : sql`reached.found`
    const further = paths({ here: rest, from: reached, wanted: wanted - found.length, found: total })
    const query = sql<Place & { part: 'met' | 'read' | 'reached' }>`
      with ${next}, ${met}, ${end}
      select ${spot}, 'met' as part from met
      union all
      select further.*, 'met' from reached cross join lateral (
        select ${spot} from (${sql.join(further, sql` union `)}) as ${rows} order by ${order} limit ${left}) as further
       where not reached.is_common
      union all
      select more.*, 'read' from reached cross join lateral (
        select ${spot} from (${read}) as ${rows} where ${matches} order by ${order} limit ${left} - reached.found) as more
       where reached.is_common
      union all
      select ${spot}, 'reached' from reached where is_common`
    const answer = await planned(db, query, isPlannedAnew ? 'force_custom_plan' : 'force_generic_plan')
    const parts = Object.groupBy(answer.rows, ({ part }) => part)
    const isFull = found.length + answer.rows.length > wanted
    found.push(...(parts.met ?? []), ...((isFull && parts.read) || []))
    last = isFull ? undefined : parts.reached?.[0]
  }

  await readOn(true)
  if (last) await readOn(false)
  return found.slice(0, wanted)
}

/** Asks with a plan for the very values, or with one that does for any. */
async function planned<Row>(
  db: Kysely<Tables>,
  query: RawBuilder<Row>,
  mode: 'force_custom_plan' | 'force_generic_plan',
) {
  const plans = (by: string) => sql`set local plan_cache_mode to ${sql.raw(by)}`.execute(db)
  await plans(mode)
  const result = await query.execute(db)
  await plans('default')
  return result
}

/** What is looked for in a table that lists its rows by `created_at` and `id`. */
export interface Search extends Omit<SearchInOrder<Placed>, 'place' | 'order' | 'behind' | 'paths'> {
  paths(behind: Behind): Sql[]
}

/** `perDay` is how many rows that are looked for the list gets in a day, judged by those that were read through. */
export type Behind = Within<Placed> & { perDay: Sql }

/** The ids of one page of a search, newest first. Refuses as `pagesOf` does. */
export async function searchPage(
  db: Kysely<Tables>,
  search: Search,
  paging: Paging,
): Promise<{ ids: string[]; next_cursor: string | null }> {
  const { place: start, after, order, limit, take } = pagesOf(search.table, paging)
  const rows = sql.table(search.table)
  const since = start ? new Date(start.at) : new Date()
  const found = await findInOrder<Placed>(
    db,
    {
      ...search,
      place: ['created_at', 'id'],
      order,
      behind: ({ created_at, id }) =>
        sql`(${rows}.created_at, ${rows}.id) < (${created_at}::timestamptz, ${id}::uuid)`,
      kept: after ? sql`${search.kept} and ${after}` : search.kept,
      paths: (within) =>
        search.paths({ ...within, perDay: paceOf(since, within.from.created_at, within.found) }),
    },
    limit + 1,
  )
  const page = take(found)
  return { ids: page.rows.map(({ id }) => id), next_cursor: page.next_cursor }
}

/** The rows of a queue that an index finds, as it names them: see the migrations that made `shelves` and its indexes. */
export interface Shelved {
  table: string
  /** Whether a row is looked for, in the words of the index. */
  found: Sql
  /** The queue whose shelves are read. */
  queue: string
  /** Where the index holds some rows only: its condition, in its own words. */
  indexed?: Sql | undefined
  /** Whether the index holds this queue alone, and needs not be asked for it. */
  isOwn?: boolean
  /** The time from which they are read, to the past. */
  from: Sql
  /** About how many rows with the words the queue gets in a day; none where they are so rare that one look is enough. */
  perDay?: Sql | undefined
  /** The time that the shelves go by, and all that the order of the list goes by. */
  time?: string
  place?: string[]
}

/** How many rows of a kind there are in a day, where some were found between two times; half of one for none. */
export const paceOf = (since: Date, from: Sql, found: Sql): Sql =>
  sql`(greatest(${found}::float8, 0.5) * 86400 / greatest(1, extract(epoch from ${since}::timestamptz - ${from}::timestamptz))::float8)`

/** Places of rows that an index finds, from the newest shelf on and no further than the page needs. */
export function byShelf(
  { table, found, queue, indexed, isOwn, from, perDay, time = 'created_at', place = [time, 'id'] }: Shelved,
  { here, wanted }: Pick<Within<unknown>, 'here' | 'wanted'>,
): Sql {
  const rows = sql.table(table)
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const order = sql.join(place.map((name) => sql`${column(name)} desc`))
  const all = sql.join([found, ...(indexed ? [indexed] : [])], sql` and `)
  // The fence keeps the order and the list's own conditions from choosing an index: it would be one of the list.
  const on = (shelf: Sql, until: Sql) => sql`(
    select ${sql.join(place.map(column))} from (select * from ${rows} where ${all} and ${shelf} offset 0) as ${rows}
     where ${here} and ${column(time)} < ${until} order by ${order} limit ${wanted})`
  const every = isOwn ? sql`true` : sql`${column('shelves')} && ${[queue]}::text[]`
  if (!perDay) return on(every, sql`'infinity'::timestamptz`)
  const { start, shelf, rest } = shelvesFrom(queue, from, perDay, wanted)
  return sql`(
    select found.* from ${start} cross join lateral (
      select found.* from ${shelf} cross join lateral ${on(sql`${column('shelves')} && shelf.names`, sql`shelf.until`)} as found
       where shelf.is_read
      union all ${on(every, rest)} limit ${wanted}) as found)`
}
