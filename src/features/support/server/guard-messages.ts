import { errorBody, type Server } from '../../../server/http/server.ts'
import type { PostLimit } from './post-limit.ts'

/** Holds `POST /api/messages` to the limits of the contact form. Register it before the API. */
export function guardMessages(app: Server, limit: PostLimit) {
  app.addHook('preValidation', async (request, reply) => {
    if (request.method !== 'POST' || !/^\/api\/messages\/?(?:\?|$)/.test(request.url)) return undefined
    const wait = await limit(request.ip)
    return wait ? reply.code(429).header('retry-after', wait).send(errorBody(429)) : undefined
  })
}
