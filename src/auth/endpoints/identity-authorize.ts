import { personalClaims } from '../protocol/bearer.ts'
import { limit } from '../rate-limits.ts'
import { rateLimitKey } from '../../server/limits/limits.ts'
import { demandLinking } from '../linking.ts'
import { beginAtProvider } from '../openid/begin.ts'
import type { Call } from '../protocol/call.ts'

/** Begins to link a provider's log-in to the account of who is signed in. */
export const authorizeIdentity: Call = {
  method: 'GET',
  path: '/user/identities/authorize',
  async answer(auth, ask) {
    const claims = await personalClaims(auth, ask)
    await limit(auth, 'authorize', rateLimitKey(ask.ip))
    const { user, session } = await auth.database.read('service', (tx) => demandLinking(tx, auth, claims))
    const url = await beginAtProvider(auth, ask, { person: user.id, session: session.id })
    return ask.query.skip_http_redirect === 'true'
      ? { body: { url } }
      : { status: 302, headers: { location: url } }
  },
}
