import type { Auth } from '../auth.ts'
import { limit } from '../rate-limits.ts'
import { rateLimitKey } from '../../server/limits/limits.ts'
import { AuthError, invalid, OAuthError, tooMany } from '../protocol/auth-error.ts'
import type { Answer, Ask } from '../protocol/call.ts'
import { sessionAnswer } from '../sessions/answer.ts'
import { type Refreshed, refreshSession } from '../sessions/refresh.ts'

/** Continues a session by its refresh token; the old one gives way to a new one. */
export async function refresh(auth: Auth, ask: Ask): Promise<Answer> {
  const token = ask.body.refresh_token
  if (typeof token !== 'string' || token === '')
    throw new OAuthError('invalid_request', 'refresh_token required')
  if (!/^[\w-]{12,200}$/.test(token)) throw invalid('Refresh token is not valid')
  await limit(auth, 'refresh', rateLimitKey(ask.ip))

  const refreshed = await auth.database.write('service', (tx) =>
    refreshSession(tx, {
      token,
      now: auth.now(),
      reuseInterval: auth.config.AUTH_REUSE_INTERVAL,
      ip: ask.ip,
      userAgent: ask.userAgent,
      limits: auth.config,
      application: auth.application,
      mayGoOn: async (session) => (await auth.limits.consume('refresh-session', session)) === 0,
    }),
  )
  if (refreshed.outcome !== 'refreshed') throw refusals[refreshed.outcome]()
  const { account, session, refreshToken, lostReply } = refreshed
  if (lostReply)
    ask.log.info({ session: session.id }, 'a refresh token was shown again: its reply must have been lost')
  return { body: await sessionAnswer(auth, account, session, refreshToken) }
}

const refusals: Record<Exclude<Refreshed['outcome'], 'refreshed'>, () => AuthError> = {
  unknown: () =>
    new AuthError('400 refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'),
  banned: () => new AuthError('400 user_banned', 'Invalid Refresh Token: User Banned'),
  expired: () => new AuthError('400 session_expired', 'Invalid Refresh Token: Session Expired'),
  reused: () => new AuthError('400 refresh_token_already_used', 'Invalid Refresh Token: Already Used'),
  limited: () => tooMany(60),
}
