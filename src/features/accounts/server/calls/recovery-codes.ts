import * as z from 'zod'
import type { Transaction } from '../../../../server/database/database.ts'
import type { Accounts } from '../accounts.ts'
import { type Claims, personalClaims } from '../bearer.ts'
import { makeRecoveryCodes, recoveryStatus, useRecoveryCode } from '../factors/recovery-codes.ts'
import { removeOwnFactor } from '../factors/remove.ts'
import { rateLimitKey } from '../../../../server/limits/limits.ts'
import { AuthError } from '../protocol/auth-error.ts'
import { type Ask, type Call, fieldsOf } from '../protocol/call.ts'
import { verifiedAnswer } from './factor-verify.ts'

const path = '/factors/recovery-codes'
const named = z.object({ friendly_name: z.string().max(255).optional() })
const coded = z.object({ code: z.string().optional() })

const call = (
  method: Call['method'],
  path: string,
  work: (tx: Transaction, accounts: Accounts, claims: Claims, ask: Ask) => Promise<unknown>,
): Call => ({
  method,
  path,
  async answer(accounts, ask) {
    const claims = await personalClaims(accounts, ask)
    return { body: await accounts.database.write('service', (tx) => work(tx, accounts, claims, ask)) }
  },
})

async function limitTries({ limits }: Accounts, key: string) {
  const retryAfter = await limits.consume('factor-verify', key)
  if (retryAfter)
    throw new AuthError('429 mfa_recovery_codes_locked', 'Too many failed attempts, please try again later', {
      retryAfter,
    })
}

/** Ten codes for somebody without their device: made, counted, used, replaced, given up. */
export const recoveryCodes: Call[] = [
  call('GET', path, recoveryStatus),
  call('POST', path, (tx, accounts, claims, { body }) =>
    makeRecoveryCodes(tx, accounts, claims, {
      again: false,
      friendlyName: fieldsOf(named, body).friendly_name || undefined,
    }),
  ),
  call('POST', `${path}/regenerate`, (tx, accounts, claims) =>
    makeRecoveryCodes(tx, accounts, claims, { again: true }),
  ),
  call('DELETE', path, async (tx, accounts, claims) => {
    const { id } = await removeOwnFactor(
      tx,
      accounts,
      claims,
      (factors) => factors.find(({ factor_type }) => factor_type === 'recovery_code')?.id,
    )
    return { id }
  }),
  {
    method: 'POST',
    path: `${path}/verify`,
    async answer(accounts, ask) {
      const claims = await personalClaims(accounts, ask)
      const { code = '' } = fieldsOf(coded, ask.body)
      await limitTries(accounts, `${claims.sub} ${rateLimitKey(ask.ip)}`)
      const verified = await accounts.database.write('service', (tx) =>
        useRecoveryCode(tx, accounts, claims, code, ask),
      )
      return verifiedAnswer(accounts, verified, 'Invalid recovery code entered', ask)
    },
  },
]
