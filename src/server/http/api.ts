import { OpenAPIHandler } from '@orpc/openapi/fastify'
import { ErrorEvent, mapEventIterator, toORPCError } from '@orpc/client'
import { onError, ORPCError, type Router } from '@orpc/server'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { FastifyRequest } from 'fastify'
import type { Database } from '../database/database.ts'
import { type ApiKey, type Context, type Identity, KEY_PREFIX, type Refusal } from './context.ts'
import type { ApiError } from '../../shared/api-error.ts'
import { rateLimitKey } from '@kikoa/auth/client-address'
import { requestId, withRequestId } from '../request-id.ts'
import { compress, encodingNames, encodingOf } from '../content-encoding.ts'
import { apiError, errorBody, isCommon } from './error-body.ts'
import { bearerOf, type Server } from './server.ts'

interface Mounted {
  database: Database
  /** Verifies a token's signature and expiry, not its session. Undefined for an invalid one. */
  identify(token: string): Promise<Identity | undefined>
  /** Finds the key of a program by a token that begins as one. Undefined for one that is not valid. */
  findKey?(token: string): Promise<ApiKey | undefined>
  now(): Date
  /** Multiplies the rate limits. */
  limitScale: number
  /** Called for refused calls before they are answered. It never throws. */
  onRefused?(refusal: Refusal): Promise<void>
}

/** The shape of an idempotency key, which the client chooses. */
const keyShape = /^[\x21-\x7e]{1,200}$/

/** Serves the contract's endpoints under /api. */
export function mountApi(
  app: Server,
  router: Router<never, never>,
  { database, identify, findKey, now, limitScale, onRefused }: Mounted,
) {
  const handler = new OpenAPIHandler<Context>(router as Router<never, Context>, {
    customErrorResponseBodyEncoder: bodyOf,
    rootInterceptors: [
      async ({ next }) => {
        const result = await next()
        if (!result.matched || !isStream(result.response.body)) return result
        const body = withOwnErrors(result.response.body, requestId())
        return { ...result, response: { ...result.response, body } }
      },
    ],
    clientInterceptors: [
      onError((error) => {
        if (!(error instanceof ORPCError) || error.status >= 500)
          app.log.error({ err: error }, 'a call failed')
      }),
    ],
  })
  const limits = createLimits(limitScale)
  const openRequests = createOpenCount(Math.max(1, Math.round(MAX_OPEN_PER_VISITOR * limitScale)))

  app.all('/api/*', async (request, reply) => {
    // The handler would normalize `/api/x/../messages` to a path that the hooks before it have not seen.
    const [path = ''] = request.url.split('?', 1)
    if (new URL(path, 'http://own.invalid').pathname !== path) return reply.callNotFound()
    const token = bearerOf(request)
    const isKey = token?.startsWith(KEY_PREFIX) ?? false
    const sender = isKey ? 'key' : token ? await identify(token) : undefined
    // Before the database is asked for a key, so that guesses are limited.
    const wait = await limits.consume(request, sender)
    if (wait) return reply.code(429).header('retry-after', wait).send(errorBody(429))
    const apiKey = isKey ? await findKey?.(token!) : undefined
    const identity = isKey && !apiKey ? undefined : sender
    if (!identity) {
      const leave = openRequests.enter(rateLimitKey(request.ip))
      if (!leave) return reply.code(429).header('retry-after', 1).send(errorBody(429))
      reply.raw.once('close', leave)
    }

    const header = request.headers['idempotency-key']
    if (header !== undefined && (typeof header !== 'string' || !keyShape.test(header)))
      return reply.code(400).send(errorBody(400))
    const idempotencyKey = request.method === 'POST' ? header : undefined
    // The handler would take the address as it was before it was rewritten.
    Object.assign(request.raw, { originalUrl: request.url })
    const { matched } = await handler.handle(request, reply, {
      prefix: '/api',
      context: {
        database,
        identity,
        apiKey,
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

  // A temporary failure has a Retry-After (RFC 9110 §10.2.3).
  app.addHook('onSend', async (_request, reply) => {
    if (reply.statusCode === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', 1)
  })

  // Lists become a fifth. No cookie signs a call in, so another site can't have a secret compressed beside its own text.
  app.addHook('onSend', async (request, reply, body) => {
    if (!request.url.startsWith('/api/') || typeof body !== 'string') return body
    void reply.header('vary', 'Accept-Encoding')
    const encoding = body.length > SMALL ? encodingOf(request.headers['accept-encoding']) : undefined
    if (!encoding) return body
    void reply.header('content-encoding', encodingNames[encoding]).removeHeader('content-length')
    return compress(body, encoding)
  })
}

/** A refusal of ours is answered as it is, and one of the handler as the common error, without details of the server. */
function bodyOf({ defined, code, status, message, data }: ORPCError<string, unknown>): ApiError {
  if (defined) return apiError({ code, status, message, data })
  if (isCommon(code)) return errorBody(code, code === 'BAD_REQUEST' ? data : undefined)
  return status >= 500 ? errorBody(status) : apiError({ code, status, message })
}

const isStream = (body: unknown): body is AsyncIterator<unknown> => Symbol.asyncIterator in Object(body)

/** A stream whose failure, once it has begun, is told in its last event as that of any other call. */
const withOwnErrors = (body: AsyncIterator<unknown>, id: string | undefined) =>
  mapEventIterator(body, {
    value: async (value) => value,
    error: async (cause) =>
      new ErrorEvent({
        data: withRequestId(id, () => bodyOf(toORPCError((cause as Error).cause ?? cause))),
        cause,
      }),
  })

/** Characters of an answer that fits into one packet as it is. */
const SMALL = 1_000

/** Calls per minute. Generous, because many people share a mobile carrier's address. */
const READS = 1_200
const WRITES = 180
const VISITOR_READS = 600
const VISITOR_WRITES = 60

/** Calls that visitors of one address may have open at the same time, such as streamed searches. */
const MAX_OPEN_PER_VISITOR = 200

/** Counts the open calls of each key on this node. */
function createOpenCount(most: number) {
  const open = new Map<string, number>()
  return {
    /** Returns the function to call when the call ends, or undefined when the limit is reached. */
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
    /** Counts a request. Returns 0, or the seconds to wait when the limit is reached. */
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
