import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { Refused } from '../../shared/refusal.ts'
import type { Tables } from './tables.ts'

/** Rows of a page unless asked for fewer or more. */
const PAGE = 50

/** Which page of a list is asked for. */
export interface Paging {
  cursor?: string | undefined
  limit?: number | undefined
}

export interface Placed {
  created_at: Date
  id: string
}

/** A place in a list that is sorted by time and id, as clients carry it. */
const cursorOf = ({ created_at, id }: Placed) =>
  Buffer.from(`${created_at.toISOString()} ${id}`).toString('base64url')

const shape = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f-]{36})$/

/** The row behind which a page begins; none for the first. Refuses a cursor that is none of ours with `NOT_FOUND`. */
function placeOf(cursor: string | undefined): { at: string; id: string } | undefined {
  if (cursor === undefined) return undefined
  const [, at, id] = shape.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!at || !id) throw new Refused('NOT_FOUND')
  return { at, id }
}

/**
 * The pages of a list over `table`, newest first, without OFFSET: every page costs the same. The condition and the
 * order belong into its query, which fetches one row more than `take` of them makes a page.
 * Refuses a cursor that is none of ours with `NOT_FOUND`.
 */
export function pagesOf(table: string, { cursor, limit = PAGE }: Paging) {
  const created = sql.ref(`${table}.created_at`)
  const id = sql.ref(`${table}.id`)
  const place = placeOf(cursor)
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
