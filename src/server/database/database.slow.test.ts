import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { Database, Unavailable } from './database.ts'
import { freshDatabase } from './testing/cluster.ts'

test('a transaction that takes too long is given up with its connection, also one that only waits', async () => {
  const fresh = await freshDatabase()
  const database = new Database(fresh.owner, () => {})
  onTestFinished(async () => {
    await database.end()
    await fresh.drop()
  })
  // The server alone would allow it 8 s.
  await expect(database.readBriefly(({ db }) => sql`select pg_sleep(7)`.execute(db))).rejects.toBeInstanceOf(
    Unavailable,
  )
})
