import * as z from 'zod'
import type { Auth } from '../auth.ts'
import { redeemCode } from '../flow-states.ts'
import { limit } from '../rate-limits.ts'
import { rateLimitKey } from '../../server/limits/limits.ts'
import { redeemLogIn } from '../openid/redeem.ts'
import { AuthError, invalid } from '../protocol/auth-error.ts'
import { type Answer, type Ask, fieldsOf } from '../protocol/call.ts'
import { letIn, openedAnswer } from '../sessions/open.ts'
import { isBanned } from '../users.ts'

const fields = z.object({ auth_code: z.string().optional(), code_verifier: z.string().optional() })

/**
 * Gives the session for the code that a browser brought back, to the client that began the flow and to no other. A
 * code is gone with the first try: 404 `flow_state_not_found`; later than five minutes 422 `flow_state_expired`;
 * without the verifier that belongs to it 400 `bad_code_verifier`.
 */
export async function redeem(auth: Auth, ask: Ask): Promise<Answer> {
  const { auth_code: code, code_verifier: verifier } = fieldsOf(fields, ask.body)
  if (!code || !verifier)
    throw invalid('invalid request: both auth code and code verifier should be non-empty')
  await limit(auth, 'token', rateLimitKey(ask.ip))
  const now = auth.now()
  const redeemed = await auth.database.write('service', (tx) => redeemCode(tx, { code, verifier, now }))
  if (redeemed.outcome !== 'redeemed') throw refusals[redeemed.outcome]()
  const { flow } = redeemed
  if (flow.method === 'oauth') return redeemLogIn(auth, ask, flow)
  const opened = await auth.database.write('service', async (tx) => {
    const user = await tx.db
      .selectFrom('auth.users')
      .selectAll()
      .where('id', '=', flow.user_id)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!user) throw refusals.unknown()
    if (isBanned(user, now)) throw new AuthError('403 user_banned', 'User is banned')
    return letIn(tx, auth, user, { method: flow.method, ask, now })
  })
  return openedAnswer(auth, opened, ask)
}

const refusals = {
  unknown: () => new AuthError('404 flow_state_not_found', 'invalid flow state, no valid flow state found'),
  expired: () => new AuthError('422 flow_state_expired', 'invalid flow state, flow state has expired'),
  'wrong-verifier': () =>
    new AuthError('400 bad_code_verifier', 'code challenge does not match previously saved code verifier'),
}
