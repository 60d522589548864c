import type { Auth } from '../auth.ts'
import { shownUser } from '../protocol/shown-user.ts'
import type { Account } from '../users.ts'
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
  const expiresIn = config.AUTH_TOKEN_LIFE
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
    is_anonymous: false,
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
