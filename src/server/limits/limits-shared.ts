import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '../database/database.ts'
import { allowed, countedHere, KNOWN_DAYS, limitsInMemory, type Limits } from './limits.ts'
import './tables.ts'

const REMEMBERED = 10_000
/** How long a node answers for itself that a key is full: a flood costs it no further trip. */
const SURE_MS = 2_000

const keyOf = (...parts: string[]) => hash('sha256', parts.join('\n'), 'buffer')

/**
 * Limits counted in the database, so that all nodes share them: one statement counts and decides, under the row's
 * lock. The library's own store works outside of our roles and without row security, hence these few lines.
 * @param scale multiplies how many tries are allowed.
 */
export function limitsInDatabase(database: Database, scale: number): Limits {
  const here = limitsInMemory(scale)
  const full = new LRUCache<string, number>({ max: REMEMBERED, ttl: SURE_MS })

  return {
    async take(rule, name) {
      if (countedHere.includes(rule)) return here.take(rule, name)
      const key = keyOf(rule, name)
      const id = key.toString('base64')
      const until = full.get(id)
      if (until && until > Date.now()) return Math.ceil((until - Date.now()) / 1000)
      const { most, seconds } = allowed(rule, scale)
      const { count, left } = await countOne(database, key, seconds)
      if (count <= most) return 0
      const wait = Math.max(1, Math.ceil(left))
      full.set(id, Date.now() + wait * 1000)
      return wait
    },
    async forget(rule, name) {
      if (countedHere.includes(rule)) return here.forget(rule, name)
      const key = keyOf(rule, name)
      full.delete(key.toString('base64'))
      await database.write('service', ({ db }) =>
        db.deleteFrom('auth.tries').where('key', '=', key).execute(),
      )
    },
    async giveBack(rule, name) {
      if (countedHere.includes(rule)) return here.giveBack(rule, name)
      const key = keyOf(rule, name)
      await database.write('service', ({ db }) =>
        db
          .updateTable('auth.tries')
          .set((eb) => ({ count: eb('count', '-', 1) }))
          .where('key', '=', key)
          .where('count', '>', 0)
          .execute(),
      )
    },
    async know(name) {
      const row = { key: keyOf('known', name), seen_at: new Date() }
      await database.write('service', ({ db }) =>
        db
          .insertInto('auth.known_places')
          .values(row)
          .onConflict((conflict) => conflict.column('key').doUpdateSet({ seen_at: row.seen_at }))
          .execute(),
      )
    },
    knows: (name) =>
      database.read('service', async ({ db }) =>
        Boolean(
          await db
            .selectFrom('auth.known_places')
            .select('key')
            .where('key', '=', keyOf('known', name))
            .where('seen_at', '>', sql<Date>`now() - ${`${KNOWN_DAYS} days`}::interval`)
            .executeTakeFirst(),
        ),
      ),
  }
}

/** One try more; a count whose time is over begins anew. Gives the count and the seconds that it still lasts. */
const countOne = (database: Database, key: Buffer, seconds: number) =>
  database.write('service', async ({ db }) => {
    const { rows } = await sql<{ count: number; left: number }>`
      insert into auth.tries as known (key, count, ends_at)
      values (${key}, 1, clock_timestamp() + ${`${seconds} seconds`}::interval)
      on conflict (key) do update set
        count = case when known.ends_at <= clock_timestamp() then 1 else known.count + 1 end,
        ends_at = case when known.ends_at <= clock_timestamp() then excluded.ends_at else known.ends_at end
      returning count, extract(epoch from ends_at - clock_timestamp())::float8 as left`.execute(db)
    return rows[0]!
  })

/** Forgets what was counted and is over, and devices and places where nobody came in for long. */
export async function tidyLimits(database: Database): Promise<void> {
  await database.write('service', async ({ db }) => {
    await db
      .deleteFrom('auth.tries')
      .where('ends_at', '<', sql<Date>`now()`)
      .execute()
    await db
      .deleteFrom('auth.known_places')
      .where('seen_at', '<', sql<Date>`now() - ${`${KNOWN_DAYS} days`}::interval`)
      .execute()
  })
}
