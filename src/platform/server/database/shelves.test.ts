import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shelvesFrom } from './shelves.ts'
import { freshDatabase, type FreshDatabase } from './testing/cluster.ts'

/** The shelves that a search reads hold, one after the other, every row up to a time, each once, the newest first. */

let fresh: FreshDatabase
let pool: pg.Pool
beforeAll(async () => {
  fresh = await freshDatabase()
  pool = new pg.Pool(fresh.owner)
})
afterAll(async () => {
  await pool.end()
  await fresh.drop()
})

test.each(
  [
    '2026-11-21T10:00:00.000Z',
    // The first moment of a day, of ten days and of ninety, and the last before them.
    '2025-09-20T00:00:00.000Z',
    '2025-09-19T23:59:59.999Z',
    '1969-12-31T23:59:59.999Z',
  ].flatMap((from) => ['all', 'some', 'few'].map((queue) => [queue, from] as const)),
)('the queue of %s, read from %s on', async (queue, from) => {
  const { shelves: some, rest } = shelvesFrom(queue, new Date(from), Infinity, 51)
  const shelves = [...some, { names: [queue], until: rest }]
  const { rows } = await pool.query<{ at: string; on: number[] }>(
    `select at, array(select shelf.place from jsonb_to_recordset($2) as shelf (names text[], until timestamptz, place int)
                       where public.shelves_of(at, 'all', 'some', 'few') && shelf.names and at < shelf.until)::int[] as on
       from (select $1::timestamptz - make_interval(hours => n * 5) as at from generate_series(0, 4000) n) times order by at desc`,
    [from, JSON.stringify(shelves.map((shelf, place) => ({ ...shelf, place: place + 1 })))],
  )
  expect(rows.filter(({ on }) => on.length !== 1)).toEqual([])
  const places = rows.map(({ on }) => on[0]!)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places.at(-1)).toBe(shelves.length)
})

test('other queues stand on shelves of their own, and what is in none stands on none', async () => {
  const { rows } = await pool.query(
    `select public.shelves_of(now(), 'email', 'email pending', null) && public.shelves_of(now(), 'domain', null, null) as it,
            cardinality(public.shelves_of(now(), null, null, null)) as many`,
  )
  expect(rows).toEqual([{ it: false, many: 0 }])
})
