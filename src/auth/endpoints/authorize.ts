import { limit } from '../rate-limits.ts'
import { rateLimitKey } from '../../server/limits/limits.ts'
import { beginAtProvider } from '../openid/begin.ts'
import type { Call } from '../protocol/call.ts'

/** Sends a browser to a provider to log in there. */
export const authorize: Call = {
  method: 'GET',
  path: '/authorize',
  async answer(auth, ask) {
    await limit(auth, 'authorize', rateLimitKey(ask.ip))
    return { status: 302, headers: { location: await beginAtProvider(auth, ask) } }
  },
}
