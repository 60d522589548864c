import type { Transaction } from '../../server/database/database.ts'
import type { Auth } from '../auth.ts'
import type { Present } from '../protocol/bearer.ts'
import { AuthError } from '../protocol/auth-error.ts'
import { seenFrom } from '../sessions/start.ts'
import { hashOf, newRefreshToken } from '../sessions/token.ts'
import type { Proof } from '../tables.ts'
import { type FactorRow, isVerified, methods } from './factor.ts'

interface Shown extends Present {
  factor: FactorRow
  ip: string
  userAgent: string | undefined
}

/**
 * Raises a session to aal2 after a factor was shown. The session stays the same one; its refresh tokens from before
 * are revoked, every session of the person that has shown no factor ends, and an enrolment is finished by it.
 * Gives the one refresh token that leads on.
 */
export async function raiseSession(
  tx: Transaction,
  auth: Pick<Auth, 'application' | 'now'>,
  { user, session, factor, ip, userAgent }: Shown,
): Promise<string> {
  const { db } = tx
  const now = auth.now()
  const method = methods[factor.factor_type]!
  const refreshToken = newRefreshToken()
  const [, , raised] = await Promise.all([
    // The lock that a refresh takes: one of the two is first, and the other sees what it did.
    db.selectFrom('auth.sessions').select('id').where('id', '=', session.id).forUpdate().execute(),
    db
      .updateTable('auth.refresh_tokens')
      .set({ revoked_at: now })
      .where('session_id', '=', session.id)
      .where('revoked_at', 'is', null)
      .execute(),
    db
      .updateTable('auth.sessions')
      .set({
        aal: 'aal2',
        factor_id: factor.id,
        amr: JSON.stringify(withProof(session.amr, method, now)),
        refreshed_at: now,
        ...seenFrom(ip, userAgent),
      })
      .where('id', '=', session.id)
      .executeTakeFirstOrThrow(),
    db
      .deleteFrom('auth.sessions')
      .where('user_id', '=', user.id)
      .where('id', '!=', session.id)
      .where('aal', '=', 'aal1')
      .execute(),
    db
      .deleteFrom('auth.factors')
      .where('user_id', '=', user.id)
      .where('id', '!=', factor.id)
      .where('factor_type', '=', factor.factor_type)
      .where('status', '=', 'unverified')
      .execute(),
  ])
  // It ended while the code was on its way, as by a log-out.
  if (!raised.numUpdatedRows)
    throw new AuthError('403 session_not_found', 'Session from session_id claim in JWT does not exist')
  await db
    .insertInto('auth.refresh_tokens')
    .values({ hash: hashOf(refreshToken), session_id: session.id, created_at: now })
    .execute()
  await auth.application.audit(tx, {
    action: isVerified(factor) ? 'verification_attempted' : 'factor_updated',
    user: user.id,
    actor: user.id,
    role: 'user',
    after: { factor: factor.id, type: factor.factor_type, session: session.id, passed: true },
  })
  if (!isVerified(factor) && user.email)
    await auth.application.sendMail?.(tx, {
      kind: 'factor-added',
      to: user.email,
      user: user.id,
      factor: factor.factor_type,
    })
  return refreshToken
}

/** Each method once, with the time it was last used. */
const withProof = (amr: Proof[], method: string, now: Date): Proof[] => [
  ...amr.filter((proof) => proof.method !== method),
  { method, timestamp: Math.floor(now.getTime() / 1000) },
]
