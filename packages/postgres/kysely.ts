import { HandleEmptyInListsPlugin, Kysely, PostgresDialect, replaceWithNoncontingentExpression } from 'kysely'
import pg from 'pg'
import type { Connections } from './pool.ts'

// Identity columns stay below 2^53, so bigint is read as a number.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// A day stays a day, as `2026-11-22`. The driver's parser makes it midnight in the time zone of the machine.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day)

const parseAnyTimestamp = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date
const inUtc = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,3})?\+00$/
// Sessions use UTC, for which this parser is three times as fast as the driver's. Every row has timestamps.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) =>
  inUtc.test(text) ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : parseAnyTimestamp(text),
)

/**
 * Typed queries over a pool. An empty list in a condition finds nothing, instead of being a syntax error.
 * @param longestMs the deadline of a transaction, after which its connection is closed
 */
export const kyselyOver = <Tables>(connections: Connections, longestMs: number): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: connections.asPool(longestMs) }),
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
  })

/** Escapes the special characters of LIKE. */
export const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
