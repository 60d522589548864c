import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Database } from './database.ts'
import { shelvesFrom } from './shelves.ts'
import { freshDatabase, type FreshDatabase } from './testing/cluster.ts'

/** The shelves that a search reads hold, one after the other, every row up to a time, each once, the newest first. */

let fresh: FreshDatabase
let database: Database
beforeAll(async () => {
  fresh = await freshDatabase()
  database = new Database(fresh.owner, () => {})
})
afterAll(async () => {
  await database.end()
  await fresh.drop()
})

async function ask<Row>(query: ReturnType<typeof sql<Row>>) {
  const { rows } = await database.read('service', ({ db }) => query.execute(db))
  return rows
}

/** The shelves that are read from a time on, with all the rest behind them. */
function readFrom(queue: string, from: string, perDay: number, wanted = 51) {
  const { start, shelf, rest } = shelvesFrom(queue, sql`${from}::text`, sql`${perDay}::float8`, wanted)
  return sql<{ names: string[]; until: string; place: number }>`
    select names, until, row_number() over () as place from ${start} cross join lateral (
      select shelf.names, shelf.until from ${shelf} where shelf.is_read
      union all select array[${queue}], ${rest}) as shelves`
}

test.each(
  [
    '2026-11-21T10:00:00.000Z',
    // The first moment of a day, of five days and of sixty, and the last before them.
    '2025-09-20T00:00:00.000Z',
    '2025-09-19T23:59:59.999Z',
    '2025-09-09T00:00:00.000Z',
    '2025-09-08T23:59:59.999Z',
    '1969-12-31T23:59:59.999Z',
  ].flatMap((from) =>
    ['all', 'some', 'few'].flatMap((queue) =>
      // So many in a day that both are worth a look, the long ones alone, or none.
      [[1000, 3] as const, [1, 2] as const, [0.01, 1] as const].map(
        ([perDay, parts]) => [queue, from, perDay, parts] as const,
      ),
    ),
  ),
)('the queue of %s, read from %s on, with %d rows a day: in %d parts', async (queue, from, perDay, parts) => {
  const rows = await ask(sql<{ on: number[] }>`
    with shelves as materialized (${readFrom(queue, from, perDay)})
    select array(select shelves.place from shelves
                  where public.shelves_of(at, 'all', 'some', 'few') && shelves.names and at < shelves.until)::int[] as on
      from (select ${from}::timestamptz - make_interval(hours => n * 5) as at from generate_series(0, 4000) n) times order by at desc`)
  expect(rows.filter(({ on }) => on.length !== 1)).toEqual([])
  const places = rows.map(({ on }) => on[0]!)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places.at(-1)).toBe(parts)
})

test('shelves that hold less than a third of the page, or hardly a row, are left out', async () => {
  const partsFor = async (perDay: number, wanted: number) =>
    (await ask(readFrom('all', '2026-11-21T10:00:00.000Z', perDay, wanted))).length
  expect(await partsFor(3.3, 51)).toBe(2)
  expect(await partsFor(3.5, 51)).toBe(3)
  expect(await partsFor(0.2, 51)).toBe(1)
  expect(await partsFor(0.3, 3)).toBe(2)
  expect(await partsFor(0.5, 3)).toBe(3)
})

test('other queues stand on shelves of their own, and what is in none stands on none', async () => {
  const rows = await ask(sql`
    select public.shelves_of(now(), 'email', 'email pending', null) && public.shelves_of(now(), 'domain', null, null) as it,
           cardinality(public.shelves_of(now(), null, null, null)) as many`)
  expect(rows).toEqual([{ it: false, many: 0 }])
})
