import type { Proof, Transaction } from '../tables.ts'
import type { Auth } from '../auth.ts'
import type { SignedIn } from '../protocol/bearer.ts'
import type { AuthRequest } from '../protocol/call.ts'
import { hashOf, newRefreshToken, seenFrom, type SessionRow } from '../sessions/session.ts'
import { type Account, identitiesAndFactors } from '../users.ts'
import { isCodeOf, openChallenge } from './challenge.ts'
import {
  countMiss,
  type FactorRow,
  factorOwner,
  isVerified,
  lockedFor,
  methods,
  openSecret,
  ownFactor,
  totpOff,
} from './factor.ts'
import { stepOf } from './enroll.ts'
import { AuthError } from '../protocol/errors.ts'
import type { Claims } from '../keys/keys.ts'

interface Answered {
  factor: string | undefined
  challenge: string
  code: string
  /** Whether this guess has its own count (`hasOwnFactorCount`) instead of the factor's. */
  isCountedApart: boolean
}

/** The result of a code. Every one has to be committed, because a wrong code is counted. */
export type Verified =
  | { outcome: 'passed'; account: Account; session: SessionRow; refreshToken: string }
  | { outcome: 'wrong' }
  | { outcome: 'locked'; seconds: number }

/**
 * Answers a challenge with a code of the app or of the SMS, in one transaction. A right code uses up the
 * challenge and the time step, and raises the session; a wrong one is counted. A locked factor accepts only
 * guesses with their own count. Refuses an app with 422 `mfa_totp_verify_not_enabled` if apps are disabled.
 */
export async function verifyCode(
  tx: Transaction,
  auth: Auth,
  claims: Claims,
  { factor: id, challenge: challengeId, code, isCountedApart }: Answered,
  { ip, userAgent }: Pick<AuthRequest, 'ip' | 'userAgent'>,
): Promise<Verified> {
  const now = auth.now()
  const me = await factorOwner(tx, claims, now)
  const factor = ownFactor(me, id)
  if (factor.factor_type === 'totp' && !auth.config.AUTH_TOTP) throw totpOff()
  const challenge = await openChallenge(tx, factor, { id: challengeId, ip, now })
  const seconds = lockedFor(factor, now)
  if (seconds && !isCountedApart) return { outcome: 'locked', seconds }
  const step =
    factor.factor_type === 'totp' && factor.secret
      ? stepOf(code, openSecret(auth.keys, factor, factor.secret), now, factor.last_step)
      : undefined
  if (step === undefined && !isCodeOf(auth.keys, challenge, code)) {
    await recordMiss(tx, auth, me.user.id, factor, isCountedApart ? undefined : now)
    return { outcome: 'wrong' }
  }
  await tx.db.updateTable('auth.challenges').set({ used_at: now }).where('id', '=', challenge.id).execute()
  await tx.db
    .updateTable('auth.factors')
    .set({
      status: 'verified',
      ...(step && { last_step: step }),
      // A success elsewhere does not reset the count of a guesser.
      ...(!isCountedApart && { misses: 0, locked_until: null }),
      updated_at: now,
    })
    .where('id', '=', factor.id)
    .execute()
  const refreshToken = await upgradeSession(tx, auth, { ...me, factor, ip, userAgent })
  return { outcome: 'passed', refreshToken, ...(await upgraded(tx, me)) }
}

/** Writes a wrong code into the audit log, and counts it on the factor if a time is given. */
export async function recordMiss(
  tx: Transaction,
  { application }: Pick<Auth, 'application'>,
  user: string,
  factor: FactorRow,
  now?: Date,
): Promise<void> {
  if (now) await countMiss(tx, factor, now)
  await application.audit(tx, {
    action: 'verification_attempted',
    user,
    actor: user,
    role: 'user',
    after: {
      factor: factor.id,
      type: factor.factor_type,
      passed: false,
      misses: factor.misses + (now ? 1 : 0),
    },
  })
}

/** The account and its session after a factor was shown. */
export async function upgraded(
  tx: Transaction,
  { user, session }: { user: Account['user']; session: SessionRow },
) {
  const [updated, rest] = await Promise.all([
    tx.db.selectFrom('auth.sessions').selectAll().where('id', '=', session.id).executeTakeFirstOrThrow(),
    identitiesAndFactors(tx, user.id),
  ])
  return { account: { user, ...rest }, session: updated }
}

interface Shown extends SignedIn {
  factor: FactorRow
  ip: string
  userAgent: string | undefined
}

/**
 * Raises a session to aal2 after a factor was shown, and completes an enrolment. The session's earlier
 * refresh tokens are revoked, and all other aal1 sessions of the person end. Returns the only valid refresh
 * token.
 */
export async function upgradeSession(
  tx: Transaction,
  auth: Pick<Auth, 'application' | 'now'>,
  { user, session, factor, ip, userAgent }: Shown,
): Promise<string> {
  const { db } = tx
  const now = auth.now()
  const method = methods[factor.factor_type]!
  const refreshToken = newRefreshToken()
  const [, , upgraded] = await Promise.all([
    // A refresh takes the same lock, so the two run one after the other.
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
  // The session ended during the call, for example by a log-out.
  if (!upgraded.numUpdatedRows)
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
