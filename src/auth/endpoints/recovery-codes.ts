import * as z from 'zod'
import type { Transaction } from '../../server/database/database.ts'
import type { Auth } from '../auth.ts'
import { type Claims, personalClaims } from '../protocol/bearer.ts'
import { makeRecoveryCodes, recoveryStatus, useRecoveryCode } from '../factors/recovery-codes.ts'
import { removeOwnFactor } from '../factors/remove.ts'
import { rateLimitKey } from '../../server/limits/limits.ts'
import { AuthError } from '../protocol/auth-error.ts'
import { type Ask, type Call, fieldsOf } from '../protocol/call.ts'
import { verifiedAnswer } from './factor-verify.ts'

const path = '/factors/recovery-codes'
const named = z.object({ friendly_name: z.string().max(255).optional() })
const coded = z.object({ code: z.string().optional() })

const call = (
  method: Call['method'],
  path: string,
  work: (tx: Transaction, auth: Auth, claims: Claims, ask: Ask) => Promise<unknown>,
): Call => ({
  method,
  path,
  async answer(auth, ask) {
    const claims = await personalClaims(auth, ask)
    return { body: await auth.database.write('service', (tx) => work(tx, auth, claims, ask)) }
  },
})

async function limitTries({ limits }: Auth, key: string) {
  const retryAfter = await limits.consume('factor-verify', key)
  if (retryAfter)
    throw new AuthError('429 mfa_recovery_codes_locked', 'Too many failed attempts, please try again later', {
      retryAfter,
    })
}

/** Ten codes for somebody without their device: made, counted, used, replaced, given up. */
export const recoveryCodes: Call[] = [
  call('GET', path, recoveryStatus),
  call('POST', path, (tx, auth, claims, { body }) =>
    makeRecoveryCodes(tx, auth, claims, {
      again: false,
      friendlyName: fieldsOf(named, body).friendly_name || undefined,
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
    async answer(auth, ask) {
      const claims = await personalClaims(auth, ask)
      const { code = '' } = fieldsOf(coded, ask.body)
      await limitTries(auth, `${claims.sub} ${rateLimitKey(ask.ip)}`)
      const verified = await auth.database.write('service', (tx) =>
        useRecoveryCode(tx, auth, claims, code, ask),
      )
      return verifiedAnswer(auth, verified, 'Invalid recovery code entered', ask)
    },
  },
]
