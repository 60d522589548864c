import * as z from 'zod'
import { type Address, belongings, demandProvider, needsNoProof, newAddress } from '../users.ts'
import { audienceOf } from '../protocol/bearer.ts'
import { AUDIENCE } from '../keys/keys.ts'
import { demandCaptcha } from '../captcha.ts'
import { limit } from '../rate-limits.ts'
import { rateLimitKey } from '../../server/limits/limits.ts'
import { hashPassword } from '../passwords/hashing.ts'
import { AuthError, invalid } from '../protocol/errors.ts'
import {
  type Answer,
  type Ask,
  type Call,
  demandMetadata,
  demandPassword,
  demandPkce,
  fieldsOf,
  phoneChannel,
  pkceFields,
} from '../protocol/call.ts'
import { demandSms } from '../sms/text-code.ts'
import { askToConfirm } from './sign-up-confirmation.ts'
import type { Auth } from '../auth.ts'
import { createAccount, type NewAccount } from '../create-user.ts'
import { sessionAnswer, startSession } from '../sessions/session.ts'

const fields = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().optional(),
  channel: phoneChannel.optional(),
  data: z.record(z.string(), z.unknown(), 'must be an object').optional(),
  ...pkceFields,
})

/**
 * Makes an account. If addresses need a proof, no session is opened, and an address with an account also
 * answers 200. Otherwise the answer is a session.
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

export type Wanted = Pick<NewAccount, 'data' | 'profile'> & { address: Address; passwordHash: string }

/**
 * Makes an account whose address needs no proof, and signs its owner in. Refuses with 422
 * `user_already_exists`: hiding it would be useless, because a free address gets a session.
 */
async function signIn(auth: Auth, ask: Ask, wanted: Wanted): Promise<Answer> {
  const made = await auth.database.write('service', async (tx) => {
    const now = auth.now()
    const user = await createAccount(tx, auth, { ...wanted, confirmed: true, signsIn: true, now })
    if (!user) {
      await auth.application.audit(tx, { action: 'user_repeated_signup', role: 'anonymous' })
      return undefined
    }
    await auth.application.audit(tx, { action: 'user_signedup', user: user.id, actor: user.id, role: 'user' })
    const { ip, userAgent, language } = ask
    const started = await startSession(tx, auth.application, {
      user: user.id,
      method: 'password',
      ip,
      userAgent,
      language,
      now,
    })
    return { account: { user, ...(await belongings(tx, user.id)) }, ...started }
  })
  if (!made) throw new AuthError('422 user_already_exists', 'User already registered')
  return { body: await sessionAnswer(auth, made.account, made.session, made.refreshToken) }
}
