import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Caller } from '../database/database.ts'
import { Unavailable } from '../database/database.ts'
import { rateLimitKey } from '../http/rate-limit-key.ts'
import { bearerOf, errorBody, type Server } from '../http/server.ts'
import { Refused } from '../../shared/refusal.ts'
import type { Streams } from './streams.ts'

type Person = Exclude<Caller, string>

/** Streams that one session may hold open: tabs, with room for those that are just being replaced. */
const MOST_PER_SESSION = 12

/** Openings a minute: of a person with all their tabs, and of a place from which somebody tries tokens. */
const PERSON = 120
const PLACE = 600

/** `GET /api/live`: server-sent events of what changes for the caller, resumed from Last-Event-ID. */
export function registerLive(
  app: Server,
  streams: Streams,
  identify: (token: string) => Promise<(Person & { expiresAt: Date }) | undefined>,
  limitScale: number,
) {
  const limiter = (perMinute: number) =>
    new RateLimiterMemory({ points: Math.max(1, Math.round(perMinute * limitScale)), duration: 60 })
  const [ofPlace, ofPerson] = [limiter(PLACE), limiter(PERSON)]
  app.get('/api/live', async (request, reply) => {
    const token = bearerOf(request)
    const wait = await waitOf(ofPlace, rateLimitKey(request.ip))
    if (wait) return reply.code(429).header('retry-after', wait).send(errorBody(429))
    const person = token ? await identify(token) : undefined
    if (!person) return reply.code(401).send(unauthorized)
    const waitMore = await waitOf(ofPerson, person.person)
    if (waitMore) return reply.code(429).header('retry-after', waitMore).send(errorBody(429))
    if (streams.ofSession(person) >= MOST_PER_SESSION)
      return reply.code(429).header('retry-after', 5).send(errorBody(429))
    try {
      await streams.open(request, reply, { person: person.person, session: person.session }, person.expiresAt)
      return reply
    } catch (error) {
      if (error instanceof Refused && error.refusal.code === 'SECOND_FACTOR_NEEDED')
        return reply.code(403).send(secondFactorNeeded)
      if (error instanceof Refused) return reply.code(401).send(unauthorized)
      if (error instanceof Unavailable) return reply.code(503).header('retry-after', 1).send(errorBody(503))
      throw error
    }
  })
}

/** Counts a try. Gives the seconds to wait when there were too many, otherwise 0. */
async function waitOf(limiter: RateLimiterMemory, key: string): Promise<number> {
  try {
    await limiter.consume(key)
    return 0
  } catch (full) {
    if (full instanceof RateLimiterRes) return Math.max(1, Math.ceil(full.msBeforeNext / 1000))
    throw full
  }
}

const secondFactorNeeded = {
  defined: true,
  code: 'SECOND_FACTOR_NEEDED',
  status: 403,
  message: 'Please confirm the log-in with your second factor.',
}

const unauthorized = { defined: true, code: 'UNAUTHORIZED', status: 401, message: 'Please log in.' }
