import { personalClaims } from '../bearer.ts'
import { limit } from '../limit.ts'
import { rateLimitKey } from '../../../../server/limits/limits.ts'
import { demandLinking } from '../linking.ts'
import { beginAtProvider } from '../openid/begin.ts'
import type { Call } from '../protocol/call.ts'

/** Begins to link a provider's log-in to the account of who is signed in. */
export const authorizeIdentity: Call = {
  method: 'GET',
  path: '/user/identities/authorize',
  async answer(accounts, ask) {
    const claims = await personalClaims(accounts, ask)
    await limit(accounts, 'authorize', rateLimitKey(ask.ip))
    const { user, session } = await accounts.database.read('service', (tx) =>
      demandLinking(tx, accounts, claims),
    )
    const url = await beginAtProvider(accounts, ask, { person: user.id, session: session.id })
    return ask.query.skip_http_redirect === 'true'
      ? { body: { url } }
      : { status: 302, headers: { location: url } }
  },
}
