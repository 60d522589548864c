import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { Caller } from '../database/database.ts'
import { rateLimitKey } from '@kikoa/auth/client-address'
import { errorBody } from '../http/error-body.ts'
import { bearerOf, type Server } from '../http/server.ts'
import type { LiveStreams } from './streams.ts'

type Person = Exclude<Caller, string>

/** The most open streams of one session: one per tab, and some that are being replaced. */
const MAX_PER_SESSION = 12

/** New streams per minute, of one person and of one client address. */
const PER_PERSON = 120
const PER_ADDRESS = 600

/** `GET /api/live`: server-sent events about changes that the caller may see. Resumes from Last-Event-ID. */
export function registerLive(
  app: Server,
  streams: LiveStreams,
  identify: (token: string) => Promise<(Person & { expiresAt: Date }) | undefined>,
  limitScale: number,
) {
  const limiter = (perMinute: number) =>
    new RateLimiterMemory({ points: Math.max(1, Math.round(perMinute * limitScale)), duration: 60 })
  const [ofAddress, ofPerson] = [limiter(PER_ADDRESS), limiter(PER_PERSON)]
  app.get('/api/live', async (request, reply) => {
    const token = bearerOf(request)
    const wait = await secondsToWait(ofAddress, rateLimitKey(request.ip))
    if (wait) return reply.code(429).header('retry-after', wait).send(errorBody(429))
    const person = token ? await identify(token) : undefined
    if (!person) return reply.code(401).send(errorBody(401))
    const waitMore = await secondsToWait(ofPerson, person.person)
    if (waitMore) return reply.code(429).header('retry-after', waitMore).send(errorBody(429))
    if (streams.countOfSession(person) >= MAX_PER_SESSION)
      return reply.code(429).header('retry-after', 5).send(errorBody(429))
    await streams.open(request, reply, { person: person.person, session: person.session }, person.expiresAt)
    return reply
  })
}

/** Counts an attempt. Returns 0, or the seconds to wait when the limit is reached. */
async function secondsToWait(limiter: RateLimiterMemory, key: string): Promise<number> {
  try {
    await limiter.consume(key)
    return 0
  } catch (full) {
    if (full instanceof RateLimiterRes) return Math.max(1, Math.ceil(full.msBeforeNext / 1000))
    throw full
  }
}
