import type { Auth } from '../auth.ts'
import { shownUser } from '../protocol/shown-user.ts'
import type { Account } from '../users.ts'
import { lowAalEnd, sessionLimits } from './limits.ts'
import type { SessionRow } from './start.ts'

/** What a call that opens or continues a session answers: tokens and user. */
export async function sessionAnswer(
  { keys, config, now }: Pick<Auth, 'keys' | 'config' | 'now'>,
  account: Account,
  session: SessionRow,
  refreshToken: string,
) {
  const { user } = account
  const issuedAt = Math.floor(now().getTime() / 1000)
  // A token outlives no session that ends without its person's second factor.
  const end = lowAalEnd({ session, factors: account.factors }, sessionLimits(config))
  const expiresIn = Math.min(
    config.AUTH_TOKEN_LIFE,
    end ? Math.max(1, Math.floor(end.getTime() / 1000) - issuedAt) : Infinity,
  )
  const expiresAt = issuedAt + expiresIn
  const access_token = await keys.sign({
    iss: keys.issuer,
    sub: user.id,
    aud: user.aud,
    exp: expiresAt,
    iat: issuedAt,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.app_metadata,
    user_metadata: user.user_metadata,
    role: 'authenticated',
    aal: session.aal,
    amr: session.amr.toSorted((a, b) => b.timestamp - a.timestamp),
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  })
  return {
    access_token,
    token_type: 'bearer',
    expires_in: expiresIn,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: shownUser(account),
  }
}
