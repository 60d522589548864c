import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { rateLimitKey } from '../../../server/limits/limits.ts'
import { errorBody, type Server } from '../../../server/http/server.ts'

/** Messages from one address, and from all addresses together. */
const PER_ADDRESS = { points: 5, duration: 600 }
const TOTAL = { points: 120, duration: 3600 }

/** Counts a message from an IP address. Returns the seconds to wait, 0 within the limit. */
export type MessageLimit = (ip: string) => Promise<number>

/** Limits of the contact form, counted on this node. `scale` multiplies them. */
export function createMessageLimit(scale: number): MessageLimit {
  const limiter = ({ points, duration }: typeof PER_ADDRESS) =>
    new RateLimiterMemory({ points: Math.max(1, Math.round(points * scale)), duration })
  const [perAddress, total] = [limiter(PER_ADDRESS), limiter(TOTAL)]
  return async (ip) => {
    try {
      await perAddress.consume(rateLimitKey(ip))
      await total.consume('all')
      return 0
    } catch (exceeded) {
      if (exceeded instanceof RateLimiterRes) return Math.max(1, Math.ceil(exceeded.msBeforeNext / 1000))
      throw exceeded
    }
  }
}

/** Applies the contact form's limit to `POST /api/messages`. Register it before the API. */
export function limitMessages(app: Server, limit: MessageLimit) {
  app.addHook('preValidation', async (request, reply) => {
    if (request.method !== 'POST' || !/^\/api\/messages\/?(?:\?|$)/.test(request.url)) return undefined
    const wait = await limit(request.ip)
    return wait ? reply.code(429).header('retry-after', wait).send(errorBody(429)) : undefined
  })
}
