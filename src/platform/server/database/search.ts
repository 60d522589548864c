import { type Kysely, type RawBuilder, sql } from 'kysely'
import { pagesOf, type Paging, type Placed } from './keyset.ts'
import { DAY_MS, shelvesFrom } from './shelves.ts'
import type { Tables } from './tables.ts'

/** How many of the newest rows are read through before an index is asked. */
const NEAR = 40
/** Such a share of them found, and the page is full sooner by reading on than by any index. */
const DENSE = 1 / 10

type Sql = RawBuilder<unknown>

/** What is looked for in rows that are listed in an order. `Place` is where a row stands in it, and tells it apart. */
export interface SearchInOrder<Place> {
  table: string
  /** The columns that `matches` and the place are read from. */
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
  /** How many of the newest rows are read through first, where indexes are dear. */
  near?: number
  /** Whether the paths need a plan for their very values. One that is kept spares as much time as most of them take. */
  isPlannedAnew?: boolean
  /**
   * The same rows by way of indexes, among those that are `here`: each a select of their places, and none where they
   * give no row.
   */
  paths(within: Within<Place>): Sql[] | Promise<Sql[]>
}

/** Where an index is to look. */
export interface Within<Place> {
  /** The condition of the rows that are left. */
  here: Sql
  /** They stand behind this one. */
  from: Place
  /** Rows that make the page full. */
  wanted: number
  /** How many of the rows that were read through to come here were looked for. */
  found: number
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
    near = NEAR,
    isPlannedAnew,
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
  async function readOn(many: number) {
    // Written out where it is always the same: PostgreSQL then keeps the plan.
    const left = found.length ? sql`${wanted - found.length}` : sql.lit(wanted)
    const next = sql`near as materialized (select ${columns} from ${rows} where ${here()} order by ${order} limit ${sql.lit(many)})`
    const isRow = sql`select ${place}, false as is_last from near as ${rows} where ${matches} order by ${order} limit ${left}`
    // The last row is fetched only where it is needed: until then the rows are read no further than the page goes.
    const read = await sql<Place & { is_last: boolean }>`
      with ${next}, met as materialized (${isRow})
      select * from met union all
      (select ${place}, true from near where (select count(*) from met) < ${left} offset ${sql.lit(many - 1)})`.execute(
      db,
    )
    found.push(...read.rows.filter(({ is_last }) => !is_last))
    last = read.rows.find(({ is_last }) => is_last)
    return found.length >= wanted || !last
  }

  if (await readOn(near)) return found
  // One of few lengths: each is a statement that PostgreSQL keeps.
  const needed = 2 ** Math.ceil(Math.log2((1.5 * (wanted - found.length) * near) / found.length))
  if (found.length >= DENSE * near && (await readOn(needed))) return found
  const left = wanted - found.length
  const indexed = await paths({ here: here(), from: last!, wanted: left, found: found.length })
  if (!indexed.length) return found
  const asked = () =>
    sql<Place>`select ${place} from (${sql.join(indexed, sql` union `)}) as ${rows}
     order by ${order} limit ${left}`.execute(db)
  const rest = await (isPlannedAnew ? asked() : inKeptPlan(db, asked))
  return [...found, ...rest.rows]
}

/** Lets a statement keep the plan that PostgreSQL makes without its values, all in one trip. */
async function inKeptPlan<Result>(db: Kysely<Tables>, ask: () => Promise<Result>): Promise<Result> {
  const plans = (mode: string) => sql`set local plan_cache_mode to ${sql.raw(mode)}`.execute(db)
  const [, result] = await Promise.all([plans('force_generic_plan'), ask(), plans('default')])
  return result
}

/** What is looked for in a table that lists its rows by `created_at` and `id`. */
export interface Search extends Omit<SearchInOrder<Placed>, 'place' | 'order' | 'behind' | 'paths'> {
  paths(behind: Behind): Sql[] | Promise<Sql[]>
}

/** `since` is the time from which the rows were read through. */
export type Behind = Within<Placed> & { since: Date }

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
      place: sql`created_at, id`,
      order,
      behind: ({ created_at, id }) =>
        sql`(${rows}.created_at, ${rows}.id) < (${created_at}::timestamptz, ${id}::uuid)`,
      kept: after ? sql`${search.kept} and ${after}` : search.kept,
      paths: (within) => search.paths({ ...within, since }),
    },
    limit + 1,
  )
  const page = take(found)
  return { ids: page.rows.map(({ id }) => id), next_cursor: page.next_cursor }
}

/** So few rows are looked up at once; of more, the newest shelf by shelf. */
const FEW = 100

/**
 * The ids that a query gives where they are few. Under a limit PostgreSQL would rather look for them in the whole
 * table, for it expects many; what is materialized is planned without, and made no further than it is read.
 */
export async function fewOf(db: Kysely<Tables>, query: Sql): Promise<string[] | undefined> {
  const { rows } = await sql<{ ids: string[] }>`
    select array(with them as materialized (${query}) select * from them limit ${sql.lit(FEW + 1)}) as ids`.execute(
    db,
  )
  const { ids } = rows[0]!
  return ids.length > FEW ? undefined : ids
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
  from: Date
  /** About how many rows with the words the queue gets in a day; 0 where they are so rare that one look is enough. */
  perDay: number
  /** The time that the shelves go by, and all that the order of the list goes by. */
  time?: string
  place?: string[]
}

/** How many rows with the words a queue gets in a day, judged by those that were read through; half of one for none. */
export const paceOf = ({ since, found }: { since: Date; found: number }, from: Date) =>
  ((found || 0.5) * DAY_MS) / Math.max(1, since.getTime() - from.getTime())

/** Places of rows that an index finds, from the newest shelf on and no further than the page needs. */
export function byShelf(
  { table, found, queue, indexed, isOwn, from, perDay, time = 'created_at', place = [time, 'id'] }: Shelved,
  { here, wanted }: Pick<Within<unknown>, 'here' | 'wanted'>,
): Sql {
  const { shelves, rest } = shelvesFrom(queue, from, perDay, wanted)
  const rows = sql.table(table)
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const order = sql.join(place.map((name) => sql`${column(name)} desc`))
  const all = sql.join([found, ...(indexed ? [indexed] : [])], sql` and `)
  // The fence keeps the order and the list's own conditions from choosing an index: it would be one of the list.
  const on = (shelf: Sql, until: Sql) => sql`(
    select ${sql.join(place.map(column))} from (select * from ${rows} where ${all} and ${shelf} offset 0) as ${rows}
     where ${here} and ${column(time)} < ${until} order by ${order} limit ${wanted})`
  const last = on(
    isOwn ? sql`true` : sql`${column('shelves')} && ${[queue]}::text[]`,
    sql`${rest}::timestamptz`,
  )
  if (!shelves.length) return last
  const named = shelves.map(({ names, until }) => sql`(${names}::text[], ${until}::timestamptz)`)
  return sql`(
    select found.* from (values ${sql.join(named)}) as shelf (names, until)
     cross join lateral ${on(sql`${column('shelves')} && shelf.names`, sql`shelf.until`)} as found
     union all ${last} limit ${wanted})`
}
