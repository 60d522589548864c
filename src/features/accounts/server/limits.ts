import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

export { placeOf } from '../../../platform/server/http/place.ts'

/** Tries and the seconds they are counted over. Refill and burst of the protocol's table: burst ÷ refill = seconds. */
const rules = {
  token: [30, 60],
  // A client whose refresh is refused drops its session, and many share one carrier's address: generous.
  refresh: [300, 60],
  'refresh-session': [30, 60],
  signup: [30, 300],
  authorize: [60, 300],
  'anonymous-signup': [30, 3600],
  otp: [30, 300],
  recover: [30, 300],
  resend: [30, 300],
  reauthenticate: [30, 300],
  verify: [30, 300],
  sso: [30, 300],
  // A code has six digits, and a new one can be asked for every minute: guesses at one address from everywhere.
  'guess-code': [30, 3600],
  'change-user': [30, 300],
  'change-phone': [5, 3600],
  'change-email': [5, 3600],
  // Cheap for us, and asked for often by an honest client: counted on the node alone.
  'own-account': [600, 60],
  // One notice a minute to the owner of an address that somebody else tries to take.
  notice: [1, 60],
  'factor-challenge': [30, 120],
  'factor-verify': [30, 120],
  // Guesses at one account: from one place, and from everywhere (NIST 800-63B: at most a hundred).
  'guess-here': [10, 300],
  guess: [100, 3600],
} as const satisfies Record<string, readonly [tries: number, seconds: number]>

export type Rule = keyof typeof rules

/** What is counted on each node: too cheap to be worth a trip. */
export const countedHere: readonly Rule[] = ['own-account']

/** How many tries a rule allows in how many seconds. */
export function allowed(rule: Rule, scale: number): { most: number; seconds: number } {
  const [tries, seconds] = rules[rule]
  return { most: Math.max(1, Math.round(tries * scale)), seconds }
}

/** How often something may be tried. */
export interface Limits {
  /** Counts a try. Gives the seconds to wait when there were too many, otherwise 0. */
  take(rule: Rule, key: string): Promise<number>
  /** Forgets the tries of a key, for somebody who has proved to be no guesser. */
  forget(rule: Rule, key: string): Promise<void>
  /** Notes that a key has proved to be good: an account, entered from a place. */
  know(key: string): Promise<void>
  /** Whether a key has proved to be good in the last 90 days. */
  knows(key: string): Promise<boolean>
}

/**
 * Limits counted in this process.
 * @param scale multiplies how many tries are allowed.
 */
export function limitsInMemory(scale: number): Limits {
  const limiters = new Map(
    (Object.keys(rules) as Rule[]).map((rule) => {
      const { most, seconds } = allowed(rule, scale)
      return [rule, new RateLimiterMemory({ points: most, duration: seconds })]
    }),
  )
  const known = new Set<string>()
  return {
    async take(rule, key) {
      try {
        await limiters.get(rule)!.consume(key)
        return 0
      } catch (full) {
        if (full instanceof RateLimiterRes) return Math.max(1, Math.ceil(full.msBeforeNext / 1000))
        throw full
      }
    },
    async forget(rule, key) {
      await limiters.get(rule)!.delete(key)
    },
    async know(key) {
      known.add(key)
    },
    knows: async (key) => known.has(key),
  }
}
