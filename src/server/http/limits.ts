import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { FastifyRequest } from 'fastify'
import type { Identity } from './context.ts'
import { rateLimitKey } from './rate-limit-key.ts'

/** Calls a minute. Generous for people, and for the many who share one mobile carrier's address. */
const READS = 1_200
const WRITES = 180
const VISITOR_READS = 600
const VISITOR_WRITES = 60

/** Calls that visitors of one address may have open at the same time, such as searches that are still answered. */
export const VISITOR_OPEN = 200

/** Counts what is open for each key at the same time, on this node. */
export function createOpenCount(most: number) {
  const open = new Map<string, number>()
  return {
    /** Gives what to call when it ends; undefined where there are too many already. */
    enter(key: string): (() => void) | undefined {
      const others = open.get(key) ?? 0
      if (others >= most) return undefined
      open.set(key, others + 1)
      return () => {
        const left = (open.get(key) ?? 1) - 1
        if (left > 0) open.set(key, left)
        else open.delete(key)
      }
    },
  }
}

/**
 * Limits of requests per person, or per household's address for visitors, counted on this node. A person's sessions
 * share one limit: a log-in costs nothing, and would multiply it.
 */
export function createLimits(scale: number) {
  const limiter = (perMinute: number) =>
    new RateLimiterMemory({ points: Math.max(1, Math.round(perMinute * scale)), duration: 60 })
  const known = { read: limiter(READS), write: limiter(WRITES) }
  const visitor = { read: limiter(VISITOR_READS), write: limiter(VISITOR_WRITES) }

  return {
    /** Counts a request. Gives the seconds to wait when there were too many, otherwise 0. */
    async consume(request: FastifyRequest, identity: Identity | undefined): Promise<number> {
      const kind = request.method === 'GET' || request.method === 'HEAD' ? 'read' : 'write'
      const isKnown = identity && identity !== 'key'
      const limits = isKnown ? known : visitor
      const key = isKnown ? identity.person : rateLimitKey(request.ip)
      try {
        await limits[kind].consume(key)
        return 0
      } catch (full) {
        if (full instanceof RateLimiterRes) return Math.ceil(full.msBeforeNext / 1000)
        throw full
      }
    },
  }
}
