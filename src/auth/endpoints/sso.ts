import { demandCaptcha } from '../captcha.ts'
import { limit } from '../rate-limits.ts'
import { rateLimitKey } from '../../server/limits/limits.ts'
import { AuthError } from '../protocol/auth-error.ts'
import type { Call } from '../protocol/call.ts'

/** Log-in through a company's own directory, which this house does not offer. */
export const sso: Call = {
  method: 'POST',
  path: '/sso',
  async answer(auth, ask) {
    await limit(auth, 'sso', rateLimitKey(ask.ip))
    await demandCaptcha(auth, ask)
    throw new AuthError('404 saml_provider_disabled', 'SAML 2.0 is disabled')
  },
}
