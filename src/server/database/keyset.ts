import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { Refused } from '../../shared/refusal.ts'
import type { Tables } from './tables.ts'

/** Default number of rows per page. */
export const PAGE = 50

/** Which page of a list is asked for. */
export interface Paging {
  cursor?: string | undefined
  limit?: number | undefined
}

export interface Placed {
  created_at: Date
  id: string
}

/** What times and ids look like in a cursor. */
export const TIME = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`
export const ID = '[0-9a-f-]{36}'

/**
 * The cursors of a list: the values of a page's last row by which the list is sorted, each with the pattern that it must
 * match. `read` returns the values after which a page begins, undefined for the first page, and refuses an invalid cursor
 * with `NOT_FOUND`. `take` makes a page of `limit + 1` rows.
 */
export function keyset<Row, const Patterns extends readonly string[]>(
  patterns: Patterns,
  valuesOf: (row: Row) => { [Place in keyof Patterns]: string },
) {
  const shape = new RegExp(`^${patterns.map((pattern) => `(${pattern})`).join(' ')}$`)
  return {
    read(cursor: string | undefined): { [Place in keyof Patterns]: string } | undefined {
      if (cursor === undefined) return undefined
      const found = shape.exec(Buffer.from(cursor, 'base64url').toString())
      if (!found) throw new Refused('NOT_FOUND')
      return found.slice(1) as { [Place in keyof Patterns]: string }
    },
    take<Some extends Row>(rows: Some[], limit: number): { rows: Some[]; next_cursor: string | null } {
      const shown = rows.slice(0, limit)
      const last = rows.length > limit ? shown.at(-1) : undefined
      const next_cursor = last ? Buffer.from(valuesOf(last).join(' ')).toString('base64url') : null
      return { rows: shown, next_cursor }
    },
  }
}

const newest = keyset([TIME, ID], ({ created_at, id }: Placed) => [created_at.toISOString(), id])

/**
 * Keyset paging of `table`, newest first: every page costs the same. The query uses `after` and `order`, and fetches
 * `limit + 1` rows, from which `take` makes the page. Refuses an invalid cursor with `NOT_FOUND`.
 */
export function pagesOf(table: string, { cursor, limit = PAGE }: Paging) {
  const created = sql.ref(`${table}.created_at`)
  const id = sql.ref(`${table}.id`)
  const [at, last] = newest.read(cursor) ?? []
  const place = at && last ? { at, id: last } : undefined
  return {
    place,
    after: place
      ? sql<boolean>`(${created}, ${id}) < (${place.at}::timestamptz, ${place.id}::uuid)`
      : undefined,
    order: sql`${created} desc, ${id} desc` as RawBuilder<unknown>,
    limit,
    take: <Row extends Placed>(rows: Row[]) => newest.take(rows, limit),
  }
}

/** One page of a query over `table`, newest first. Refuses as `pagesOf` does. */
export async function newestPage<DB, TB extends keyof DB, Row extends Placed>(
  query: SelectQueryBuilder<DB, TB, Row>,
  table: string,
  paging: Paging,
): Promise<{ rows: Row[]; next_cursor: string | null }> {
  const { after, order, limit, take } = pagesOf(table, paging)
  const paged = query.orderBy(order).limit(limit + 1)
  return take((await (after ? paged.where(after) : paged).execute()) as Row[])
}

/** The ids of one page of the rows of a table that meet a condition. Refuses as `pagesOf` does. */
export async function newestIds(
  db: Kysely<Tables>,
  table: string,
  kept: RawBuilder<unknown>,
  paging: Paging,
): Promise<{ ids: string[]; next_cursor: string | null }> {
  const { after, order, limit, take } = pagesOf(table, paging)
  const { rows } = await sql<Placed>`
    select id, created_at from ${sql.table(table)} where ${after ? sql`${kept} and ${after}` : kept}
     order by ${order} limit ${limit + 1}`.execute(db)
  const page = take(rows)
  return { ids: page.rows.map(({ id }) => id), next_cursor: page.next_cursor }
}
