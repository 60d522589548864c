import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Database } from './database.ts'
import { freshDatabase, type FreshDatabase } from './testing/cluster.ts'

let fresh: FreshDatabase
let database: Database
beforeAll(async () => {
  fresh = await freshDatabase()
  database = new Database({ ...fresh.owner, max: 1 }, () => {})
})
afterAll(async () => {
  await database.end()
  await fresh.drop()
})

/** Asks what nobody has asked in these words: a statement of its own. */
const askFor = (number: number) =>
  database.read('service', async ({ db }) => {
    await sql`select ${sql.lit(number)}::int`.execute(db)
    const { rows } = await sql<{ connection: number; prepared: number }>`
      select pg_backend_pid() as connection, (select count(*) from pg_prepared_statements) as prepared`.execute(
      db,
    )
    return rows[0]!
  })

test('every statement is prepared, however many there have been, on connections that hold no more than 150', async () => {
  const asked: Awaited<ReturnType<typeof askFor>>[] = []
  for (let number = 0; number < 350; number++) asked.push(await askFor(number))
  const connections = Map.groupBy(asked, ({ connection }) => connection)
  expect([...connections.values()].map((all) => all.length)).toEqual([149, 149, 52])
  for (const all of connections.values())
    // The door is one as well, and so is the question itself.
    expect(all.map(({ prepared }) => prepared)).toEqual(all.map((_, before) => before + 3))
})

test('a transaction of more statements than that is carried out to its end', async () => {
  const last = await database.write('service', async ({ db }) => {
    for (let number = 0; number < 200; number++) await sql`select ${sql.lit(number)}::int`.execute(db)
    const { rows } = await sql<{ it: number }>`select 17 as it`.execute(db)
    return rows[0]!.it
  })
  expect(last).toBe(17)
})
