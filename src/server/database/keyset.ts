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

/** The cursor after a row, in a list sorted by time and id. */
const cursorOf = ({ created_at, id }: Placed) =>
  Buffer.from(`${created_at.toISOString()} ${id}`).toString('base64url')

const shape = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f-]{36})$/

/** The row after which a page begins. Undefined for the first page. Refuses an invalid cursor with `NOT_FOUND`. */
function readCursor(cursor: string | undefined): { at: string; id: string } | undefined {
  if (cursor === undefined) return undefined
  const [, at, id] = shape.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!at || !id) throw new Refused('NOT_FOUND')
  return { at, id }
}

/**
 * Keyset paging of `table`, newest first: every page costs the same. The query uses `after` and `order`, and fetches
 * `limit + 1` rows, from which `take` makes the page. Refuses an invalid cursor with `NOT_FOUND`.
 */
export function pagesOf(table: string, { cursor, limit = PAGE }: Paging) {
  const created = sql.ref(`${table}.created_at`)
  const id = sql.ref(`${table}.id`)
  const place = readCursor(cursor)
  return {
    place,
    after: place
      ? sql<boolean>`(${created}, ${id}) < (${place.at}::timestamptz, ${place.id}::uuid)`
      : undefined,
    order: sql`${created} desc, ${id} desc` as RawBuilder<unknown>,
    limit,
    take<Row extends Placed>(rows: Row[]): { rows: Row[]; next_cursor: string | null } {
      const shown = rows.slice(0, limit)
      return { rows: shown, next_cursor: rows.length > limit ? cursorOf(shown.at(-1)!) : null }
    },
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
