import * as z from 'zod'
import { personalClaims } from '../protocol/bearer.ts'
import { challengeFactor } from '../factors/challenge.ts'
import { limit } from '../rate-limits.ts'
import { rateLimitKey } from '../../server/limits/limits.ts'
import { AuthError } from '../protocol/auth-error.ts'
import { type Call, fieldsOf } from '../protocol/call.ts'
import { textCode } from '../sms/text-code.ts'

const fields = z.object({ channel: z.enum(['sms', 'whatsapp']).optional() })

/** Opens a challenge that a code of the factor answers; a phone is sent its code. */
export const challenge: Call = {
  method: 'POST',
  path: '/factors/:id/challenge',
  async answer(auth, ask) {
    const claims = await personalClaims(auth, ask)
    await limit(auth, 'factor-challenge', rateLimitKey(ask.ip))
    const { channel } = fieldsOf(fields, ask.body)
    const { opened, phoneCode } = await auth.database.write('service', (tx) =>
      challengeFactor(tx, auth, claims, { id: ask.params['id'], ip: ask.ip, channel }),
    )
    if (phoneCode && !auth.sms)
      throw new AuthError('422 mfa_phone_verify_not_enabled', 'MFA verification is disabled for phone')
    await textCode(auth, phoneCode)
    return { body: opened }
  },
}
