import { hash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Database } from '../tables.ts'

/** Attempts and the seconds in which they are counted. In the protocol's table the seconds are burst ÷ refill. */
const rules = {
  token: [30, 60],
  // Generous: a client drops its session when a refresh is refused, and many people share a mobile carrier's address.
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
  // Six-digit codes: attempts of one address or known device, and of all unknown ones together (decisions/0017).
  'guess-code-here': [10, 86_400],
  'guess-code': [100, 86_400],
  'change-user': [30, 300],
  'change-phone': [5, 3600],
  'change-email': [5, 3600],
  // Cheap, and called often by an ordinary client: counted on each node alone.
  'own-account': [600, 60],
  // Mails to the owner of an e-mail address that another person tries to register.
  notice: [1, 60],
  'factor-challenge': [30, 120],
  'factor-verify': [30, 120],
  // Passwords of one account: attempts of one address or known device, and of all unknown ones together (NIST 800-63B:
  // at most a hundred). The limit per day prevents one address from using up the common count.
  'guess-here': [10, 300],
  'guess-day': [30, 86_400],
  guess: [100, 3600],
} as const satisfies Record<string, readonly [tries: number, seconds: number]>

export type LimitRule = keyof typeof rules

/** A limit of the host's own. */
export interface HostLimit {
  name: string
  tries: number
  seconds: number
}

/** Limits that are counted on each node, because a query would cost more than the call. */
const isCountedPerNode = (rule: LimitRule | HostLimit) => rule === 'own-account'

const nameOf = (rule: LimitRule | HostLimit) => (typeof rule === 'string' ? rule : rule.name)

/** How many days a device or a client address is known to an account after a log-in. */
export const KNOWN_DAYS = 90

/** How many attempts a limit allows, and in how many seconds. */
function allowed(rule: LimitRule | HostLimit, scale: number): { max: number; seconds: number } {
  const [tries, seconds] = typeof rule === 'string' ? rules[rule] : [rule.tries, rule.seconds]
  return { max: Math.max(1, Math.round(tries * scale)), seconds }
}

/** Limits of attempts, such as passwords per account or sign-ups per address. */
export interface Limits {
  /** Counts an attempt. Returns 0, or the seconds to wait when the limit is reached. */
  consume(rule: LimitRule | HostLimit, key: string): Promise<number>
  /** Resets the count of a key, after a successful log-in. */
  reset(rule: LimitRule, key: string): Promise<void>
  /** Takes back one attempt that was successful. */
  refund(rule: LimitRule, key: string): Promise<void>
  /** Stores that an account has been logged in to from a client address or with a device. */
  markKnown(key: string): Promise<void>
  /** Whether the key was marked as known in the last 90 days. */
  isKnown(key: string): Promise<boolean>
}

/**
 * Limits counted in this process.
 * @param scale multiplies the allowed attempts.
 */
export function limitsInMemory(scale: number): Limits {
  const limiters = new Map<string, RateLimiterMemory>()
  const limiterOf = (rule: LimitRule | HostLimit) => {
    const known = limiters.get(nameOf(rule))
    if (known) return known
    const { max, seconds } = allowed(rule, scale)
    const limiter = new RateLimiterMemory({ points: max, duration: seconds })
    limiters.set(nameOf(rule), limiter)
    return limiter
  }
  const known = new Set<string>()
  return {
    async consume(rule, key) {
      try {
        await limiterOf(rule).consume(key)
        return 0
      } catch (full) {
        if (full instanceof RateLimiterRes) return Math.max(1, Math.ceil(full.msBeforeNext / 1000))
        throw full
      }
    },
    async reset(rule, key) {
      await limiterOf(rule).delete(key)
    },
    async refund(rule, key) {
      const limiter = limiterOf(rule)
      if ((await limiter.get(key))?.consumedPoints) await limiter.reward(key)
    },
    async markKnown(key) {
      known.add(key)
    },
    isKnown: async (key) => known.has(key),
  }
}

const MAX_FULL_KEYS = 10_000
/** How long a node refuses a key without asking the database again, so that a flood costs no queries. */
const FULL_CACHE_MS = 2_000

const keyOf = (...parts: string[]) => hash('sha256', parts.join('\n'), 'buffer')

/**
 * Limits counted in the database, shared by all nodes. One statement counts and decides under the row lock. The store
 * of rate-limiter-flexible is not used, because it works without our roles and row-level security.
 * @param scale multiplies the allowed attempts.
 */
export function limitsInDatabase(database: Database, scale: number): Limits {
  const inMemory = limitsInMemory(scale)
  const full = new LRUCache<string, number>({ max: MAX_FULL_KEYS, ttl: FULL_CACHE_MS })

  return {
    async consume(rule, name) {
      if (isCountedPerNode(rule)) return inMemory.consume(rule, name)
      const key = keyOf(nameOf(rule), name)
      const id = key.toString('base64')
      const until = full.get(id)
      if (until && until > Date.now()) return Math.ceil((until - Date.now()) / 1000)
      const { max, seconds } = allowed(rule, scale)
      const { count, left } = await countAttempt(database, key, seconds)
      if (count <= max) return 0
      const wait = Math.max(1, Math.ceil(left))
      full.set(id, Date.now() + wait * 1000)
      return wait
    },
    async reset(rule, name) {
      if (isCountedPerNode(rule)) return inMemory.reset(rule, name)
      const key = keyOf(rule, name)
      full.delete(key.toString('base64'))
      await database.write('service', ({ db }) =>
        db.deleteFrom('auth.tries').where('key', '=', key).execute(),
      )
    },
    async refund(rule, name) {
      if (isCountedPerNode(rule)) return inMemory.refund(rule, name)
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

/** Counts one attempt, starting again at 1 after the period. Returns the count and the remaining seconds. */
const countAttempt = (database: Database, key: Buffer, seconds: number) =>
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

/** Deletes counts whose period is over, and devices and addresses without a log-in in 90 days. */
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
