import * as z from 'zod'
import { newAddress } from '../address.ts'
import { personalClaims } from '../bearer.ts'
import { enroll } from '../factors/enroll.ts'
import { limit } from '../limit.ts'
import { rateLimitKey } from '../../../../server/limits/limits.ts'
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
  async answer(accounts, ask) {
    const claims = await personalClaims(accounts, ask)
    const { factor_type: type, phone: typed, ...wish } = fieldsOf(fields, ask.body)
    if (type === 'webauthn' || (type === 'phone' && !accounts.sms)) throw off(type)
    if (type !== 'totp' && type !== 'phone') throw invalid('factor_type needs to be totp, phone, or webauthn')
    if (type === 'totp' && !accounts.config.AUTH_TOTP) throw off(type)
    const phone = type === 'phone' ? newAddress({ phone: typed ?? '' }).value : undefined
    await limit(accounts, 'factor-challenge', rateLimitKey(ask.ip))
    if (phone) await demandSms(accounts, phone)
    const body = await accounts.database.write('service', (tx) =>
      enroll(tx, accounts, claims, { ...wish, type, phone }),
    )
    return { body }
  },
}
