import type { Auth } from '../auth.ts'
import { claimsOf } from '../protocol/bearer.ts'
import { serviceRoles } from '../keys/keys.ts'
import { isUuid } from '../uuid.ts'
import { AuthError } from '../protocol/errors.ts'
import type { AuthResponse, AuthRequest, AuthEndpoint } from '../protocol/call.ts'

/**
 * A call that requires a service key. 401 `no_authorization` without a bearer, 403 `bad_jwt` for a foreign
 * token, 403 `not_admin` for a person's token, even an admin's. A key that names a session ends with that
 * session.
 */
export const byService = (
  method: AuthEndpoint['method'],
  path: string,
  handle: (auth: Auth, request: AuthRequest) => Promise<AuthResponse>,
): AuthEndpoint => ({
  method,
  path,
  async handle(auth, request) {
    const { role, session_id: session } = await claimsOf(auth, request)
    if (typeof role !== 'string' || !serviceRoles.includes(role))
      throw new AuthError('403 not_admin', 'User not allowed')
    if (session !== undefined) await requireSession(auth, session)
    return handle(auth, request)
  },
})

async function requireSession({ database, now }: Auth, session: unknown) {
  const found = isUuid(session)
    ? await database.read('service', ({ db }) =>
        db
          .selectFrom('auth.sessions')
          .select(['id', 'not_after'])
          .where('id', '=', session)
          .executeTakeFirst(),
      )
    : undefined
  if (!found)
    throw new AuthError('403 session_not_found', 'Session from session_id claim in JWT does not exist')
  if (found.not_after && found.not_after <= now())
    throw new AuthError('403 session_expired', 'Session from session_id claim in JWT has ended')
}
