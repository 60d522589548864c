import { hash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '../database/database.ts'
import type { Now } from '../database/tables.ts'

export { rateLimitKey } from '../http/client-address.ts'

/** Tries and the seconds they are counted over. Refill and burst of the protocol's table: burst ÷ refill = seconds. */
const rules = {
  token: [30, 60],
  // A client whose refresh is refused drops its session, and many share one carrier's address: generous.
  refresh: [300, 60],
  'refresh-session': [30, 60],
  signup: [30, 300],
  authorize: [60, 300],
  otp: [30, 300],
  recover: [30, 300],
  resend: [30, 300],
  reauthenticate: [30, 300],
  verify: [30, 300],
  sso: [30, 300],
  // Codes of six digits: tries of one source or known device, and of all unknown sources together (decisions/0017).
  'guess-code-here': [10, 86_400],
  'guess-code': [100, 86_400],
  'change-user': [30, 300],
  'change-phone': [5, 3600],
  'change-email': [5, 3600],
  // Cheap for us, and asked for often by an honest client: counted on the node alone.
  'own-account': [600, 60],
  // One notice a minute to the owner of an address that somebody else tries to take.
  notice: [1, 60],
  'factor-challenge': [30, 120],
  'factor-verify': [30, 120],
  // Passwords of one account: tries of one source or known device, and of all unknown sources together (NIST 800-63B:
  // at most a hundred). The day's limit keeps one source from filling the common count alone.
  'guess-here': [10, 300],
  'guess-day': [30, 86_400],
  guess: [100, 3600],
} as const satisfies Record<string, readonly [tries: number, seconds: number]>

export type LimitRule = keyof typeof rules

/** What is counted on each node: too cheap to be worth a trip. */
const countedPerNode: readonly LimitRule[] = ['own-account']

/** How long a device or a source address stays known to an account after a log-in. */
export const KNOWN_DAYS = 90

/** How many tries a rule allows in how many seconds. */
function allowed(rule: LimitRule, scale: number): { most: number; seconds: number } {
  const [tries, seconds] = rules[rule]
  return { most: Math.max(1, Math.round(tries * scale)), seconds }
}

/** How often something may be tried. */
export interface Limits {
  /** Counts a try. Gives the seconds to wait when there were too many, otherwise 0. */
  consume(rule: LimitRule, key: string): Promise<number>
  /** Forgets the tries of a key, for somebody who has proved to be no guesser. */
  reset(rule: LimitRule, key: string): Promise<void>
  /** Takes back one try, which was none of a guesser. */
  refund(rule: LimitRule, key: string): Promise<void>
  /** Notes that a key has proved to be good: an account, entered from a source address or by a device. */
  markKnown(key: string): Promise<void>
  /** Whether a key has proved to be good in the last 90 days. */
  isKnown(key: string): Promise<boolean>
}

/**
 * Limits counted in this process.
 * @param scale multiplies how many tries are allowed.
 */
export function limitsInMemory(scale: number): Limits {
  const limiters = new Map(
    (Object.keys(rules) as LimitRule[]).map((rule) => {
      const { most, seconds } = allowed(rule, scale)
      return [rule, new RateLimiterMemory({ points: most, duration: seconds })]
    }),
  )
  const known = new Set<string>()
  return {
    async consume(rule, key) {
      try {
        await limiters.get(rule)!.consume(key)
        return 0
      } catch (full) {
        if (full instanceof RateLimiterRes) return Math.max(1, Math.ceil(full.msBeforeNext / 1000))
        throw full
      }
    },
    async reset(rule, key) {
      await limiters.get(rule)!.delete(key)
    },
    async refund(rule, key) {
      const limiter = limiters.get(rule)!
      if ((await limiter.get(key))?.consumedPoints) await limiter.reward(key)
    },
    async markKnown(key) {
      known.add(key)
    },
    isKnown: async (key) => known.has(key),
  }
}

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
    async consume(rule, name) {
      if (countedPerNode.includes(rule)) return here.consume(rule, name)
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
    async reset(rule, name) {
      if (countedPerNode.includes(rule)) return here.reset(rule, name)
      const key = keyOf(rule, name)
      full.delete(key.toString('base64'))
      await database.write('service', ({ db }) =>
        db.deleteFrom('auth.tries').where('key', '=', key).execute(),
      )
    },
    async refund(rule, name) {
      if (countedPerNode.includes(rule)) return here.refund(rule, name)
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
    async markKnown(name) {
      const row = { key: keyOf('known', name), seen_at: new Date() }
      await database.write('service', ({ db }) =>
        db
          .insertInto('auth.known_places')
          .values(row)
          .onConflict((conflict) => conflict.column('key').doUpdateSet({ seen_at: row.seen_at }))
          .execute(),
      )
    },
    isKnown: (name) =>
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
export async function deleteExpiredLimits(database: Database): Promise<void> {
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

export interface Tries {
  /** SHA-256 of what was tried by whom. */
  key: Buffer
  count: number
  ends_at: Date
}

export interface KnownPlaces {
  /** SHA-256 of an account and a place. */
  key: Buffer
  seen_at: Now
}

declare module '../database/tables.ts' {
  interface Tables {
    'auth.tries': Tries
    'auth.known_places': KnownPlaces
  }
}
