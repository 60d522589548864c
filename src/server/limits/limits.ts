import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

export { rateLimitKey } from '../http/rate-limit-key.ts'

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

export type Rule = keyof typeof rules

/** What is counted on each node: too cheap to be worth a trip. */
export const countedHere: readonly Rule[] = ['own-account']

/** How long a device or a source address stays known to an account after a log-in. */
export const KNOWN_DAYS = 90

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
  /** Takes back one try, which was none of a guesser. */
  giveBack(rule: Rule, key: string): Promise<void>
  /** Notes that a key has proved to be good: an account, entered from a source address or by a device. */
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
    async giveBack(rule, key) {
      const limiter = limiters.get(rule)!
      if ((await limiter.get(key))?.consumedPoints) await limiter.reward(key)
    },
    async know(key) {
      known.add(key)
    },
    knows: async (key) => known.has(key),
  }
}
