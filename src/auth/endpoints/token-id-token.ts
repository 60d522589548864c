import * as z from 'zod'
import type { Auth } from '../auth.ts'
import { personalClaims } from '../protocol/bearer.ts'
import { limit } from '../rate-limits.ts'
import { rateLimitKey } from '../../server/limits/limits.ts'
import { demandLinking } from '../linking.ts'
import { enterWith } from '../openid/enter.ts'
import { claimsOfIdToken } from '../openid/id-token.ts'
import { provenBy } from '../openid/proven.ts'
import { AuthError, invalid } from '../protocol/auth-error.ts'
import { type Answer, type Ask, fieldsOf } from '../protocol/call.ts'
import { openedAnswer } from '../sessions/open.ts'

const fields = z.object({
  provider: z.string().optional(),
  id_token: z.string().max(16_384).optional(),
  nonce: z.string().optional(),
  link_identity: z.boolean().optional(),
})

/**
 * Lets in who brings a provider's id token, or links that log-in to the account of the bearer. The issuer is the one
 * that the operator has set for the provider, whatever the token says: 400 `provider_disabled` for any other.
 */
export async function enterByIdToken(auth: Auth, ask: Ask): Promise<Answer> {
  const { provider: name, id_token, nonce, link_identity } = fieldsOf(fields, ask.body)
  if (!id_token || !name) throw invalid('provider and id_token required')
  await limit(auth, 'token', rateLimitKey(ask.ip))
  const provider = auth.providers.get(name)
  if (!provider) throw new AuthError('400 provider_disabled', 'Provider could not be found or is not enabled')
  const bearer = link_identity ? await personalClaims(auth, ask) : undefined
  if (bearer) await auth.database.read('service', (tx) => demandLinking(tx, auth, bearer))
  const claims = await claimsOfIdToken(provider, id_token, nonce, auth.now())
  const proven = provenBy(provider.name, claims)
  if (!proven) throw invalid('Bad ID token: it names nobody')
  const opened = await auth.database.write('service', async (tx) => {
    const linking = bearer && (await demandLinking(tx, auth, bearer))
    const linkTo = linking && { person: linking.user.id, session: linking.session.id }
    return enterWith(tx, auth, { proven, linkTo, ask })
  })
  return openedAnswer(auth, opened, ask)
}
