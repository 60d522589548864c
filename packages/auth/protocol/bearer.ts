import type { JWTPayload } from 'jose'
import type { Transaction } from '../tables.ts'
import type { Auth } from '../auth.ts'
import { AUDIENCE, InvalidToken, type Claims } from '../keys/keys.ts'
import { isUuid } from '../uuid.ts'
import { AuthError } from './errors.ts'
import type { AuthRequest } from './call.ts'
import type { SessionRow } from '../sessions/session.ts'
import { isBanned, type UserRow } from '../users.ts'

/** The signed-in person of a call and their session. */
export interface SignedIn {
  user: UserRow
  session: SessionRow
}

/**
 * Reads a call's bearer token, with refusals in the protocol's order: 401 without one, 403 or 400 `bad_jwt`.
 */
export async function claimsOf({ keys }: Auth, { token }: AuthRequest): Promise<JWTPayload> {
  if (!token) throw new AuthError('401 no_authorization', 'This endpoint requires a valid Bearer token')
  try {
    return await keys.read(token)
  } catch (error) {
    if (error instanceof InvalidToken) throw new AuthError('403 bad_jwt', `invalid JWT: ${error.message}`)
    throw error
  }
}

/** Reads the bearer token of a person's call. A service key is refused: it names no person. */
export async function personalClaims(auth: Auth, request: AuthRequest): Promise<Claims> {
  const claims = await claimsOf(auth, request)
  if (!claims.sub) throw new AuthError('403 bad_jwt', 'invalid claim: missing sub claim')
  if (!isUuid(claims.sub)) throw new AuthError('400 bad_jwt', 'invalid claim: sub claim must be a UUID')
  return claims as Claims
}

/**
 * Finds the person and session of a token, first in the call's own transaction. A person who was just logged
 * out, banned or deleted gets 403.
 */
export async function signedIn({ db }: Transaction, claims: Claims, now: Date): Promise<SignedIn> {
  const session = isUuid(claims.session_id) ? claims.session_id : null
  const [user, row] = await Promise.all([
    db
      .selectFrom('auth.users')
      .selectAll()
      .where('id', '=', claims.sub)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
    db
      .selectFrom('auth.sessions')
      .selectAll()
      .where('id', '=', session)
      .where('user_id', '=', claims.sub)
      .executeTakeFirst(),
  ])
  if (!user) throw new AuthError('403 user_not_found', 'User from sub claim in JWT does not exist')
  if (!row || (row.not_after && row.not_after <= now))
    throw new AuthError('403 session_not_found', 'Session from session_id claim in JWT does not exist')
  if (isBanned(user, now)) throw new AuthError('403 user_banned', 'User is banned')
  return { user, session: row }
}

/** The requested audience, or the default one. */
export const audienceOf = ({ audience }: AuthRequest) => audience ?? AUDIENCE
