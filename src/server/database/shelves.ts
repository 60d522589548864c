import { type RawBuilder, sql } from 'kysely'

type Sql = RawBuilder<unknown>

/** The lengths of shelves in days, as the function `shelves_of` of the database has them: short and long ones. */
const SHORT = 5
const LONG = 60
const DAY = 86_400

/** A shelf that holds less of what a page wants, or hardly a row, is not worth a look of its own. */
const ENOUGH = 1 / 3
const SOME = 2

/**
 * The shelves of a queue that rows of a time and older ones stand on, the newest first: two of each length, for a whole
 * one in any case. They are to be read up to a time only, for they hold days that were read before.
 * @param perDay about how many rows that are looked for the queue gets in a day
 * @param wanted how many a page wants: shelves that hold few of them are left out.
 * @returns parts of a query: `start`, a table of one row that the others go by; `shelf`, a table with the columns
 *   `names text[]`, `until timestamptz`, and `is_read boolean`; and the time up to which all the `rest` of the queue is
 *   to be read.
 */
export function shelvesFrom(
  queue: string,
  from: Sql,
  perDay: Sql,
  wanted: number,
): { start: Sql; shelf: Sql; rest: Sql } {
  const seconds = sql`extract(epoch from (${from})::timestamptz)`
  const latest = (days: number) => sql`floor(${seconds} / ${sql.lit(days * DAY)})::int`
  const isRead = (days: number) => sql`${sql.lit(days)} * per_day >= ${Math.max(ENOUGH * wanted, SOME)}`
  const start = sql`(
    select ${latest(SHORT)} as short, ${latest(LONG)} as long, ${isRead(SHORT)} as is_short, ${isRead(LONG)} as is_long
      from (select ${perDay} as per_day) as pace offset 0) as start`
  const name = (days: number, number: Sql) => sql`${sql.lit(`${queue} ${days}/`)} || ${number}`
  const namesOf = (days: number, number: Sql) =>
    sql`array[${name(days, number)}, ${name(days, sql`(${number} - 1)`)}]`
  const begin = (days: number, number: Sql) =>
    sql`to_timestamp((${number} - 1) * ${sql.lit(days * DAY)}::float8)`
  const [short, long] = [sql.ref('start.short'), sql.ref('start.long')]
  const behindShort = sql`case when start.is_short then ${begin(SHORT, short)} else 'infinity' end`
  return {
    start,
    shelf: sql`(values (${namesOf(SHORT, short)}, 'infinity'::timestamptz, start.is_short),
      (${namesOf(LONG, long)}, ${behindShort}, start.is_long)) as shelf (names, until, is_read)`,
    rest: sql`case when start.is_long then ${begin(LONG, long)} else ${behindShort} end`,
  }
}
