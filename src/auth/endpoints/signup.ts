import * as z from 'zod'
import { demandProvider, needsNoProof, newAddress } from '../addresses.ts'
import { audienceOf } from '../protocol/bearer.ts'
import { AUDIENCE } from '../keys/verify-token.ts'
import { demandCaptcha } from '../captcha.ts'
import { limit } from '../rate-limits.ts'
import { rateLimitKey } from '../../server/limits/limits.ts'
import { hashPassword } from '../passwords/hashing.ts'
import { AuthError, invalid } from '../protocol/auth-error.ts'
import { type Call, fieldsOf } from '../protocol/call.ts'
import { demandMetadata, demandPassword, demandPkce, phoneChannel, pkceFields } from '../protocol/demands.ts'
import { demandSms } from '../sms/text-code.ts'
import { askToConfirm } from './signup-confirm.ts'
import { signIn } from './signup-open.ts'

const fields = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().optional(),
  channel: phoneChannel.optional(),
  data: z.record(z.string(), z.unknown(), 'must be an object').optional(),
  ...pkceFields,
})

/**
 * Makes an account. Where addresses have to be proved first nobody is signed in, and an address that has an account
 * already answers 200 too; otherwise the answer is a session.
 */
export const signUp: Call = {
  method: 'POST',
  path: '/signup',
  async answer(auth, ask) {
    const { config } = auth
    const { password = '', data = {}, channel, ...given } = fieldsOf(fields, ask.body)
    await limit(auth, 'signup', rateLimitKey(ask.ip))
    if (!given.email && !given.phone)
      throw new AuthError('422 anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
    if (!config.AUTH_SIGNUPS)
      throw new AuthError('422 signup_disabled', 'Signups not allowed for this instance')
    if (audienceOf(ask) !== AUDIENCE) throw invalid('This audience is not served here')
    demandMetadata(data)
    if (given.email && given.phone)
      throw invalid('Only an email address or phone number should be provided on signup.')
    if (given.email && channel) throw invalid('A channel is only for a phone number')
    const challenge = demandPkce(given)
    const address = newAddress(given)
    demandProvider(auth, address, 400)
    const isProved = needsNoProof(auth, address)
    if (address.kind === 'phone' && !isProved) await demandSms(auth, address.value)
    await demandCaptcha(auth, ask)
    await demandPassword(password, config)
    const profile = await auth.application.readProfile(data)
    if (!profile.ok) throw invalid(profile.refusal.message)
    const passwordHash = await hashPassword(password)
    const made = { address, data, profile: { language: ask.language, ...profile.fields }, passwordHash }
    return isProved
      ? signIn(auth, ask, made)
      : askToConfirm(auth, { ...made, password }, { challenge, channel, redirectTo: ask.redirectTo })
  },
}
