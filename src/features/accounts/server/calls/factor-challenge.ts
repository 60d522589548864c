import * as z from 'zod'
import { personalClaims } from '../bearer.ts'
import { challengeFactor } from '../factors/challenge.ts'
import { limit } from '../limit.ts'
import { rateLimitKey } from '../../../../server/limits/limits.ts'
import { AuthError } from '../protocol/auth-error.ts'
import { type Call, fieldsOf } from '../protocol/call.ts'
import { textCode } from '../sms/text-code.ts'

const fields = z.object({ channel: z.enum(['sms', 'whatsapp']).optional() })

/** Opens a challenge that a code of the factor answers; a phone is sent its code. */
export const challenge: Call = {
  method: 'POST',
  path: '/factors/:id/challenge',
  async answer(accounts, ask) {
    const claims = await personalClaims(accounts, ask)
    await limit(accounts, 'factor-challenge', rateLimitKey(ask.ip))
    const { channel } = fieldsOf(fields, ask.body)
    const { opened, phoneCode } = await accounts.database.write('service', (tx) =>
      challengeFactor(tx, accounts, claims, { id: ask.params['id'], ip: ask.ip, channel }),
    )
    if (phoneCode && !accounts.sms)
      throw new AuthError('422 mfa_phone_verify_not_enabled', 'MFA verification is disabled for phone')
    await textCode(accounts, phoneCode)
    return { body: opened }
  },
}
