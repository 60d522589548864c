import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../../../../server/database/database.ts'

/** The days of an export, both included, in a time zone. */
export interface Period {
  from: string
  to: string
  timeZone: string
}

export type Read = <T>(work: (tx: Transaction) => Promise<T>) => Promise<T>

const BATCH = 500

export const startOf = (day: string, timeZone: string) =>
  sql`(${day}::date::timestamp at time zone ${timeZone})`
export const endOf = (day: string, timeZone: string) =>
  sql`((${day}::date + 1)::timestamp at time zone ${timeZone})`
export const within = (column: RawBuilder<unknown>, { from, to, timeZone }: Period) =>
  sql`${column} >= ${startOf(from, timeZone)} and ${column} < ${endOf(to, timeZone)}`

/** All rows of a query with the columns `at` and `id`, page by page. */
export async function* paged<Found extends { at: Date; id: string }>(
  read: Read,
  source: RawBuilder<unknown>,
): AsyncGenerator<Found> {
  let last: Found | undefined
  do {
    const after = last ? sql`where (at, id) > (${last.at}, ${last.id})` : sql``
    const { rows } = await read((tx) =>
      sql<Found>`select * from (${source}) found ${after} order by at, id limit ${BATCH}`.execute(tx.db),
    )
    yield* rows
    last = rows.length === BATCH ? rows.at(-1) : undefined
  } while (last)
}
