import type { Auth } from '../auth.ts'
import { personalClaims } from '../protocol/bearer.ts'
import { requireCaptcha } from '../captcha.ts'
import { limit } from '../limits/rate-limits.ts'
import { rateLimitKey } from '../limits/client-address.ts'
import { AuthError } from '../protocol/errors.ts'
import type { AuthRequest, AuthEndpoint } from '../protocol/call.ts'

/* Parts of the protocol that are not offered. They answer as the protocol does when they are disabled. */

const linkingDisabled = () => new AuthError('404 manual_linking_disabled', 'Manual linking is disabled')

/**
 * Links a provider's log-in manually. A log-in with the same verified e-mail address is linked automatically.
 */
const linkIdentity: AuthEndpoint = {
  method: 'GET',
  path: '/user/identities/authorize',
  async handle(auth, request) {
    await personalClaims(auth, request)
    throw linkingDisabled()
  },
}

const unlinkIdentity: AuthEndpoint = {
  method: 'DELETE',
  path: '/user/identities/:identity',
  async handle(auth, request) {
    await personalClaims(auth, request)
    throw linkingDisabled()
  },
}

/** Log-in through a company directory (SAML). */
const sso: AuthEndpoint = {
  method: 'POST',
  path: '/sso',
  async handle(auth, request) {
    await limit(auth, 'sso', rateLimitKey(request.ip))
    await requireCaptcha(auth, request)
    throw new AuthError('404 saml_provider_disabled', 'SAML 2.0 is disabled')
  },
}

export const leftOutCalls = [linkIdentity, unlinkIdentity, sso]

/** Log-in or linking with an id token that the client got from a provider. */
export async function idTokenDisabled(auth: Auth, request: AuthRequest): Promise<never> {
  await limit(auth, 'token', rateLimitKey(request.ip))
  if (request.body['link_identity'] === true) {
    await personalClaims(auth, request)
    throw linkingDisabled()
  }
  throw new AuthError('400 provider_disabled', 'Provider could not be found or is not enabled')
}

export async function web3Disabled(): Promise<never> {
  throw new AuthError('422 web3_provider_disabled', 'Web3 provider is disabled')
}
