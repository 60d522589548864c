import * as z from 'zod'
import { AuthError, invalid, OAuthError, tooMany } from '../protocol/errors.ts'
import { type AuthResponse, type AuthRequest, type AuthEndpoint, parseFields } from '../protocol/call.ts'
import type { Auth } from '../auth.ts'
import { idTokenDisabled, web3Disabled } from './left-out.ts'
import { logIn } from './log-in.ts'
import { redeemCode } from '../flow-states.ts'
import { limit } from '../limits/rate-limits.ts'
import { rateLimitKey } from '../limits/client-address.ts'
import { redeemLogIn } from '../openid/redirect.ts'
import { openSession, sessionResponse, sessionBody } from '../sessions/session.ts'
import { isBanned } from '../users.ts'
import { type Refreshed, refreshSession } from '../sessions/refresh.ts'

type Grant = (auth: Auth, request: AuthRequest) => Promise<AuthResponse>

/** The handlers of the grant types. */
const grants: Record<string, Grant> = {
  password: logIn,
  refresh_token: refresh,
  pkce: redeem,
  id_token: idTokenDisabled,
  web3: web3Disabled,
}

/** Opens a session, or continues one. */
export const token: AuthEndpoint = {
  method: 'POST',
  path: '/token',
  async handle(auth, request) {
    const name = request.query.grant_type ?? ''
    const grant = Object.hasOwn(grants, name) && grants[name]
    if (!grant) throw new AuthError('400 invalid_credentials', 'unsupported_grant_type')
    return grant(auth, request)
  },
}

const pkceTokenFields = z.object({ auth_code: z.string().optional(), code_verifier: z.string().optional() })

/**
 * Exchanges the code from the browser for a session, for the client that began the flow. Refuses with 404
 * `flow_state_not_found` after the first try, 422 `flow_state_expired` after five minutes, and 400
 * `bad_code_verifier` for a wrong verifier.
 */
async function redeem(auth: Auth, request: AuthRequest): Promise<AuthResponse> {
  const { auth_code: code, code_verifier: verifier } = parseFields(pkceTokenFields, request.body)
  if (!code || !verifier)
    throw invalid('invalid request: both auth code and code verifier should be non-empty')
  await limit(auth, 'token', rateLimitKey(request.ip))
  const now = auth.now()
  const redeemed = await auth.database.write('service', (tx) => redeemCode(tx, { code, verifier, now }))
  if (redeemed.outcome !== 'redeemed') throw codeRefusals[redeemed.outcome]()
  const { flow } = redeemed
  if (flow.method === 'oauth') return redeemLogIn(auth, request, flow)
  const opened = await auth.database.write('service', async (tx) => {
    const user = await tx.db
      .selectFrom('auth.users')
      .selectAll()
      .where('id', '=', flow.user_id)
      .where('deleted_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!user) throw codeRefusals.unknown()
    if (isBanned(user, now)) throw new AuthError('403 user_banned', 'User is banned')
    return openSession(tx, auth, user, { method: flow.method, request, now })
  })
  return sessionResponse(auth, opened, request)
}

const codeRefusals = {
  unknown: () => new AuthError('404 flow_state_not_found', 'invalid flow state, no valid flow state found'),
  expired: () => new AuthError('422 flow_state_expired', 'invalid flow state, flow state has expired'),
  'wrong-verifier': () =>
    new AuthError('400 bad_code_verifier', 'code challenge does not match previously saved code verifier'),
}

/** Continues a session by its refresh token, which is replaced by a new one. */
async function refresh(auth: Auth, request: AuthRequest): Promise<AuthResponse> {
  const token = request.body.refresh_token
  if (typeof token !== 'string' || token === '')
    throw new OAuthError('invalid_request', 'refresh_token required')
  if (!/^[\w-]{12,200}$/.test(token)) throw invalid('Refresh token is not valid')
  await limit(auth, 'refresh', rateLimitKey(request.ip))

  const refreshed = await auth.database.write('service', (tx) =>
    refreshSession(tx, {
      token,
      now: auth.now(),
      reuseInterval: auth.config.AUTH_REUSE_INTERVAL,
      ip: request.ip,
      userAgent: request.userAgent,
      limits: auth.config,
      application: auth.application,
      mayGoOn: async (session) => (await auth.limits.consume('refresh-session', session)) === 0,
    }),
  )
  if (refreshed.outcome !== 'refreshed') throw refreshRefusals[refreshed.outcome]()
  const { account, session, refreshToken, lostReply } = refreshed
  if (lostReply)
    request.log.info(
      { session: session.id },
      'a refresh token was shown again: its reply must have been lost',
    )
  return { body: await sessionBody(auth, account, session, refreshToken) }
}

const refreshRefusals: Record<Exclude<Refreshed['outcome'], 'refreshed'>, () => AuthError> = {
  unknown: () =>
    new AuthError('400 refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found'),
  banned: () => new AuthError('400 user_banned', 'Invalid Refresh Token: User Banned'),
  expired: () => new AuthError('400 session_expired', 'Invalid Refresh Token: Session Expired'),
  reused: () => new AuthError('400 refresh_token_already_used', 'Invalid Refresh Token: Already Used'),
  limited: () => tooMany(60),
}
