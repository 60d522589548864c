import { OpenAPIHandler } from '@orpc/openapi/fastify'
import { onError, ORPCError, type Router } from '@orpc/server'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../database/database.ts'
import type { Context, Identity, Refusal } from './context.ts'
import { rateLimitKey } from './client-address.ts'
import { bearerOf, errorBody, type Server } from './server.ts'

interface Mounted {
  database: Database
  /** Checks a token's signature, not its session. Undefined for one that is not ours, or not any more. */
  identify(token: string): Promise<Identity | undefined>
  now(): Date
  /** Multiplies the limits of requests. */
  limitScale: number
  /** Hears of refused calls before they are answered. It never throws. */
  onRefused?(refusal: Refusal): Promise<void>
}

/** An idempotency key is the client's own, of a bounded length and without control characters. */
const keyShape = /^[\x21-\x7e]{1,200}$/

/** Answers the contract's endpoints under /api. */
export function mountApi(
  app: Server,
  router: Router<never, never>,
  { database, identify, now, limitScale, onRefused }: Mounted,
) {
  const handler = new OpenAPIHandler<Context>(router as Router<never, Context>, {
    clientInterceptors: [
      onError((error) => {
        if (!(error instanceof ORPCError) || error.status >= 500)
          app.log.error({ err: error }, 'a call failed')
      }),
    ],
  })
  const limits = createLimits(limitScale)
  const openOf = createOpenCount(Math.max(1, Math.round(VISITOR_OPEN * limitScale)))

  app.all('/api/*', async (request, reply) => {
    // The handler would read `/api/x/../messages` as another address than the guards in front of it have seen.
    const [path = ''] = request.url.split('?', 1)
    if (new URL(path, 'http://own.invalid').pathname !== path) return reply.callNotFound()
    const token = bearerOf(request)
    const identity = token ? await identify(token) : undefined
    const wait = await limits.consume(request, identity)
    if (wait) return reply.code(429).header('retry-after', wait).send(errorBody(429))
    if (!identity) {
      const leave = openOf.enter(rateLimitKey(request.ip))
      if (!leave) return reply.code(429).header('retry-after', 1).send(errorBody(429))
      reply.raw.once('close', leave)
    }

    const header = request.headers['idempotency-key']
    if (header !== undefined && (typeof header !== 'string' || !keyShape.test(header)))
      return reply.code(400).send(errorBody(400))
    const idempotencyKey = request.method === 'POST' ? header : undefined
    const { matched } = await handler.handle(request, reply, {
      prefix: '/api',
      context: {
        database,
        identity,
        clientAddress: rateLimitKey(request.ip),
        idempotencyKey,
        now: now(),
        retryAfter: (seconds) => void reply.header('retry-after', seconds),
        onRefused,
      },
    })
    if (!matched) return reply.callNotFound()
    return reply
  })

  // What passes says when to come back (RFC 9110 §10.2.3).
  app.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', 1)
  })
}

/** Calls a minute. Generous for people, and for the many who share one mobile carrier's address. */
const READS = 1_200
const WRITES = 180
const VISITOR_READS = 600
const VISITOR_WRITES = 60

/** Calls that visitors of one address may have open at the same time, such as searches that are still answered. */
const VISITOR_OPEN = 200

/** Counts what is open for each key at the same time, on this node. */
function createOpenCount(most: number) {
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
