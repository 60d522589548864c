import * as z from 'zod'
import { newAddress } from '../addresses.ts'
import { personalClaims } from '../protocol/bearer.ts'
import { enroll } from '../factors/enroll.ts'
import { limit } from '../rate-limits.ts'
import { rateLimitKey } from '../../server/limits/limits.ts'
import { AuthError, invalid } from '../protocol/auth-error.ts'
import { type Call, fieldsOf } from '../protocol/call.ts'
import { demandSms } from '../sms/text-code.ts'

const fields = z.object({
  factor_type: z.string().optional(),
  friendly_name: z.string().max(255).optional(),
  issuer: z.string().max(255).optional(),
  phone: z.string().optional(),
})

const off = (type: 'totp' | 'phone' | 'webauthn') =>
  new AuthError(`422 mfa_${type}_enroll_not_enabled`, `MFA enroll is disabled for ${type}`)

/** Begins to add a second factor to the signed-in account. */
export const enrollFactor: Call = {
  method: 'POST',
  path: '/factors',
  async answer(auth, ask) {
    const claims = await personalClaims(auth, ask)
    const { factor_type: type, phone: typed, ...wish } = fieldsOf(fields, ask.body)
    if (type === 'webauthn' || (type === 'phone' && !auth.sms)) throw off(type)
    if (type !== 'totp' && type !== 'phone') throw invalid('factor_type needs to be totp, phone, or webauthn')
    if (type === 'totp' && !auth.config.AUTH_TOTP) throw off(type)
    const phone = type === 'phone' ? newAddress({ phone: typed ?? '' }).value : undefined
    await limit(auth, 'factor-challenge', rateLimitKey(ask.ip))
    if (phone) await demandSms(auth, phone)
    const body = await auth.database.write('service', (tx) =>
      enroll(tx, auth, claims, { ...wish, type, phone }),
    )
    return { body }
  },
}
