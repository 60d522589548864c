import type { Transaction } from '../server/database/database.ts'
import type { Auth } from './auth.ts'
import { type Claims, present, type Present } from './protocol/bearer.ts'
import { AuthError } from './protocol/auth-error.ts'
import { belongings } from './users.ts'

/** A log-in is recent for this long: who changes the ways in shows that it is still them. */
const RECENT_MS = 60 * 60 * 1000

/**
 * Who may change the log-ins of an account: 404 `manual_linking_disabled` where the operator has not turned it on,
 * 403 `insufficient_aal` without the second factor of who has one, 400 `reauthentication_needed` after a log-in that
 * is not recent, 403 `no_authorization` for an anonymous person.
 */
export async function demandLinking(
  tx: Transaction,
  { config, now }: Pick<Auth, 'config' | 'now'>,
  claims: Claims,
): Promise<Present> {
  if (!config.AUTH_MANUAL_LINKING)
    throw new AuthError('404 manual_linking_disabled', 'Manual linking is disabled')
  const [found, { factors }] = await Promise.all([present(tx, claims, now()), belongings(tx, claims.sub)])
  const { user, session } = found
  if (user.is_anonymous) throw new AuthError('403 no_authorization', 'Anonymous users cannot link identities')
  if (session.aal === 'aal1' && factors.some(({ status }) => status === 'verified'))
    throw new AuthError(
      '403 insufficient_aal',
      'AAL2 session is required to change the log-ins of an account',
    )
  const last = Math.max(session.created_at.getTime(), ...session.amr.map(({ timestamp }) => timestamp * 1000))
  if (now().getTime() - last > RECENT_MS)
    throw new AuthError('400 reauthentication_needed', 'Changing log-ins requires a recent log-in')
  return found
}
