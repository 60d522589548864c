import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { FastifyRequest } from 'fastify'
import type { Identity } from './context.ts'
import { placeOf } from './place.ts'

/** Calls a minute. Generous for people, and for the many who share one mobile carrier's address. */
const READS = 1_200
const WRITES = 180
const VISITOR_READS = 600
const VISITOR_WRITES = 60
/** Questions a minute that a call puts to others, such as registries: those would shut the whole shop out. */
const OUTSIDE = 300
const VISITOR_OUTSIDE = 90

/**
 * Limits of requests per person, or per household's address for visitors, counted on this node. A person's sessions
 * share one limit: a log-in costs nothing, and would multiply it.
 * @param outside how many questions to others a request leads to
 */
export function createLimits(scale: number, outside: (request: FastifyRequest) => number = () => 0) {
  const limiter = (perMinute: number) =>
    new RateLimiterMemory({ points: Math.max(1, Math.round(perMinute * scale)), duration: 60 })
  const known = { read: limiter(READS), write: limiter(WRITES), outside: limiter(OUTSIDE) }
  const visitor = {
    read: limiter(VISITOR_READS),
    write: limiter(VISITOR_WRITES),
    outside: limiter(VISITOR_OUTSIDE),
  }

  return {
    /** Counts a request. Gives the seconds to wait when there were too many, otherwise 0. */
    async take(request: FastifyRequest, identity: Identity | undefined): Promise<number> {
      const kind = request.method === 'GET' || request.method === 'HEAD' ? 'read' : 'write'
      const isKnown = identity && identity !== 'key'
      const limits = isKnown ? known : visitor
      const key = isKnown ? identity.person : placeOf(request.ip)
      const questions = outside(request)
      try {
        await limits[kind].consume(key)
        if (questions) await limits.outside.consume(key, questions)
        return 0
      } catch (full) {
        if (full instanceof RateLimiterRes) return Math.ceil(full.msBeforeNext / 1000)
        throw full
      }
    },
  }
}
