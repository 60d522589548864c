import * as z from 'zod'
import { newAddress } from '../users.ts'
import { personalClaims } from '../protocol/bearer.ts'
import { enroll } from '../factors/enroll.ts'
import { hasOwnFactorCount, limit, type Source, trustSource } from '../limits/rate-limits.ts'
import { rateLimitKey } from '../limits/client-address.ts'
import { AuthError, invalid, tooMany } from '../protocol/errors.ts'
import { type AuthResponse, type AuthRequest, type AuthEndpoint, parseFields } from '../protocol/call.ts'
import { requireSms, textCode } from '../sms/text-code.ts'
import { challengeFactor } from '../factors/challenge.ts'
import type { Auth } from '../auth.ts'
import { totpOff } from '../factors/factor.ts'
import { type Verified, verifyCode } from '../factors/verify.ts'
import { isUuid } from '../uuid.ts'
import { sessionBody } from '../sessions/session.ts'
import { removeOwnFactor } from '../factors/remove.ts'
import type { Transaction } from '../tables.ts'
import { makeRecoveryCodes, recoveryStatus, useRecoveryCode } from '../factors/recovery-codes.ts'
import { type Claims } from '../keys/keys.ts'

const enrollFields = z.object({
  factor_type: z.string().optional(),
  friendly_name: z.string().max(255).optional(),
  issuer: z.string().max(255).optional(),
  phone: z.string().optional(),
})

const off = (type: 'totp' | 'phone' | 'webauthn') =>
  new AuthError(`422 mfa_${type}_enroll_not_enabled`, `MFA enroll is disabled for ${type}`)

/** Begins the enrolment of a second factor for the signed-in account. */
export const enrollFactor: AuthEndpoint = {
  method: 'POST',
  path: '/factors',
  async handle(auth, request) {
    const claims = await personalClaims(auth, request)
    const { factor_type: type, phone: typed, ...input } = parseFields(enrollFields, request.body)
    if (type === 'webauthn' || (type === 'phone' && !auth.sms)) throw off(type)
    if (type !== 'totp' && type !== 'phone') throw invalid('factor_type needs to be totp, phone, or webauthn')
    if (type === 'totp' && !auth.config.AUTH_TOTP) throw off(type)
    const phone = type === 'phone' ? newAddress({ phone: typed ?? '' }).value : undefined
    await limit(auth, 'factor-challenge', rateLimitKey(request.ip))
    if (phone) await requireSms(auth, phone)
    const body = await auth.database.write('service', (tx) =>
      enroll(tx, auth, claims, { ...input, type, phone }),
    )
    return { body }
  },
}

const challengeFields = z.object({ channel: z.enum(['sms', 'whatsapp']).optional() })

/** Opens a challenge for a factor, and sends the code if it is a phone. */
export const challenge: AuthEndpoint = {
  method: 'POST',
  path: '/factors/:id/challenge',
  async handle(auth, request) {
    const claims = await personalClaims(auth, request)
    await limit(auth, 'factor-challenge', rateLimitKey(request.ip))
    const { channel } = parseFields(challengeFields, request.body)
    const { opened, phoneCode } = await auth.database.write('service', (tx) =>
      challengeFactor(tx, auth, claims, { id: request.params['id'], ip: request.ip, channel }),
    )
    if (phoneCode && !auth.sms)
      throw new AuthError('422 mfa_phone_verify_not_enabled', 'MFA verification is disabled for phone')
    await textCode(auth, phoneCode)
    return { body: opened }
  },
}

const verifyFields = z.object({ challenge_id: z.string().optional(), code: z.string().optional() })

/** Answers a challenge: with the right code the session becomes aal2 and gets new tokens. */
export const verifyFactor: AuthEndpoint = {
  method: 'POST',
  path: '/factors/:id/verify',
  async handle(auth, request) {
    const claims = await personalClaims(auth, request)
    const { challenge_id: challenge, code } = parseFields(verifyFields, request.body)
    if (!code) throw invalid('Code needs to be non-empty')
    if (!isUuid(challenge)) throw invalid('challenge_id must be a UUID')
    // With SMS the factor may be a phone, so its type is read first.
    if (!auth.config.AUTH_TOTP && !auth.sms) throw totpOff()
    const factor = request.params['id']
    await limit(auth, 'factor-verify', `${claims.sub} ${rateLimitKey(request.ip)}`)
    const isCountedApart = await hasOwnFactorCount(auth, claims, request)
    const verified = await auth.database.write('service', (tx) =>
      verifyCode(tx, auth, claims, { factor, challenge, code, isCountedApart }, request),
    )
    return verifiedAnswer(auth, verified, 'Invalid TOTP code entered', request)
  },
}

/**
 * The tokens of the session at aal2, whose source is trusted from now on. Refuses 422 for a wrong code, 429
 * for a locked factor.
 */
async function verifiedAnswer(
  auth: Auth,
  verified: Verified,
  wrong: string,
  source: Source,
): Promise<AuthResponse> {
  if (verified.outcome === 'wrong') throw new AuthError('422 mfa_verification_failed', wrong)
  if (verified.outcome === 'locked') throw tooMany(verified.seconds)
  const { account, session, refreshToken } = verified
  const trusted = await trustSource(auth, account, session, source)
  return { ...trusted, body: await sessionBody(auth, account, session, refreshToken) }
}

/** Removes a second factor from the signed-in account. */
export const deleteFactor: AuthEndpoint = {
  method: 'DELETE',
  path: '/factors/:id',
  async handle(auth, request) {
    const claims = await personalClaims(auth, request)
    const { id } = await auth.database.write('service', (tx) =>
      removeOwnFactor(tx, auth, claims, () => request.params['id']),
    )
    return { body: { id } }
  },
}

const path = '/factors/recovery-codes'
const named = z.object({ friendly_name: z.string().max(255).optional() })
const coded = z.object({ code: z.string().optional() })

const call = (
  method: AuthEndpoint['method'],
  path: string,
  work: (tx: Transaction, auth: Auth, claims: Claims, request: AuthRequest) => Promise<unknown>,
): AuthEndpoint => ({
  method,
  path,
  async handle(auth, request) {
    const claims = await personalClaims(auth, request)
    return { body: await auth.database.write('service', (tx) => work(tx, auth, claims, request)) }
  },
})

async function limitTries({ limits }: Auth, key: string) {
  const retryAfter = await limits.consume('factor-verify', key)
  if (retryAfter)
    throw new AuthError('429 mfa_recovery_codes_locked', 'Too many failed attempts, please try again later', {
      retryAfter,
    })
}

/** Recovery codes for a person without their device: create, count, use, replace and delete. */
export const recoveryCodes: AuthEndpoint[] = [
  call('GET', path, recoveryStatus),
  call('POST', path, (tx, auth, claims, { body }) =>
    makeRecoveryCodes(tx, auth, claims, {
      again: false,
      friendlyName: parseFields(named, body).friendly_name || undefined,
    }),
  ),
  call('POST', `${path}/regenerate`, (tx, auth, claims) =>
    makeRecoveryCodes(tx, auth, claims, { again: true }),
  ),
  call('DELETE', path, async (tx, auth, claims) => {
    const { id } = await removeOwnFactor(
      tx,
      auth,
      claims,
      (factors) => factors.find(({ factor_type }) => factor_type === 'recovery_code')?.id,
    )
    return { id }
  }),
  {
    method: 'POST',
    path: `${path}/verify`,
    async handle(auth, request) {
      const claims = await personalClaims(auth, request)
      const { code = '' } = parseFields(coded, request.body)
      await limitTries(auth, `${claims.sub} ${rateLimitKey(request.ip)}`)
      const verified = await auth.database.write('service', (tx) =>
        useRecoveryCode(tx, auth, claims, code, request),
      )
      return verifiedAnswer(auth, verified, 'Invalid recovery code entered', request)
    },
  },
]
