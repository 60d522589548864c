import * as z from 'zod'
import type { Auth } from '../auth.ts'
import { personalClaims } from '../protocol/bearer.ts'
import { totpOff } from '../factors/factor.ts'
import { type Verified, verifyCode } from '../factors/verify.ts'
import { isUuid } from '../uuid.ts'
import { hasOwnFactorCount, limit, type Source, trustSource } from '../rate-limits.ts'
import { rateLimitKey } from '../../server/limits/limits.ts'
import { AuthError, invalid, tooMany } from '../protocol/auth-error.ts'
import { type Answer, type Call, fieldsOf } from '../protocol/call.ts'
import { sessionAnswer } from '../sessions/answer.ts'

const fields = z.object({ challenge_id: z.string().optional(), code: z.string().optional() })

/** Answers a challenge: with the right code the session becomes aal2 and gets new tokens. */
export const verifyFactor: Call = {
  method: 'POST',
  path: '/factors/:id/verify',
  async answer(auth, ask) {
    const claims = await personalClaims(auth, ask)
    const { challenge_id: challenge, code } = fieldsOf(fields, ask.body)
    if (!code) throw invalid('Code needs to be non-empty')
    if (!isUuid(challenge)) throw invalid('challenge_id must be a UUID')
    // With phones there are factors of another kind: theirs is looked at first.
    if (!auth.config.AUTH_TOTP && !auth.sms) throw totpOff()
    const factor = ask.params['id']
    await limit(auth, 'factor-verify', `${claims.sub} ${rateLimitKey(ask.ip)}`)
    const isCountedApart = await hasOwnFactorCount(auth, claims, ask)
    const verified = await auth.database.write('service', (tx) =>
      verifyCode(tx, auth, claims, { factor, challenge, code, isCountedApart }, ask),
    )
    return verifiedAnswer(auth, verified, 'Invalid TOTP code entered', ask)
  },
}

/**
 * The tokens of a session that was raised, whose source is trusted from now on; or the refusal: 422 for a wrong code,
 * 429 for a locked factor.
 */
export async function verifiedAnswer(
  auth: Auth,
  verified: Verified,
  wrong: string,
  source: Source,
): Promise<Answer> {
  if (verified.outcome === 'wrong') throw new AuthError('422 mfa_verification_failed', wrong)
  if (verified.outcome === 'locked') throw tooMany(verified.seconds)
  const { account, session, refreshToken } = verified
  const trusted = await trustSource(auth, account, session, source)
  return { ...trusted, body: await sessionAnswer(auth, account, session, refreshToken) }
}
