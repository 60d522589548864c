import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { rateLimitKey } from '../../../server/limits/limits.ts'
import { errorBody, type Server } from '../../../server/http/server.ts'

/** Messages from one place, and from all of them together: more than a shop's visitors write, less than spam. */
const FROM_ONE = { points: 5, duration: 600 }
const FROM_ALL = { points: 120, duration: 3600 }

/** Counts a message from an address. Gives the seconds to wait when there were too many, otherwise 0. */
export type PostLimit = (ip: string) => Promise<number>

/** Limits of the contact form, counted on this node. `scale` multiplies them. */
export function createPostLimit(scale: number): PostLimit {
  const limiter = ({ points, duration }: typeof FROM_ONE) =>
    new RateLimiterMemory({ points: Math.max(1, Math.round(points * scale)), duration })
  const [one, all] = [limiter(FROM_ONE), limiter(FROM_ALL)]
  return async (ip) => {
    try {
      await one.consume(rateLimitKey(ip))
      await all.consume('all')
      return 0
    } catch (full) {
      if (full instanceof RateLimiterRes) return Math.max(1, Math.ceil(full.msBeforeNext / 1000))
      throw full
    }
  }
}

/** Holds `POST /api/messages` to the limits of the contact form. Register it before the API. */
export function guardMessages(app: Server, limit: PostLimit) {
  app.addHook('preValidation', async (request, reply) => {
    if (request.method !== 'POST' || !/^\/api\/messages\/?(?:\?|$)/.test(request.url)) return undefined
    const wait = await limit(request.ip)
    return wait ? reply.code(429).header('retry-after', wait).send(errorBody(429)) : undefined
  })
}
