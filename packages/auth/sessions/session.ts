import { createHash, hkdfSync, randomBytes, randomUUIDv7 } from 'node:crypto'
import { isIP } from 'node:net'
import type { Selectable } from 'kysely'
import type { Sessions, Transaction } from '../tables.ts'
import type { Auth, AuthApplication } from '../auth.ts'
import { type Source, trustSource } from '../limits/rate-limits.ts'
import type { AuthResponse, AuthRequest } from '../protocol/call.ts'
import { type Account, identitiesAndFactors, type UserRow } from '../users.ts'
import { presentUser } from '../protocol/present-user.ts'
import { seal as sealBytes, unseal as unsealBytes } from '@kikoa/postgres'

export type SessionRow = Selectable<Sessions>

interface Start {
  user: string
  /** How the person was authenticated, such as `password`. */
  method: string
  ip: string
  userAgent: string | undefined
  language: string
  now: Date
}

/** Opens a session for an account, with its first refresh token. Every log-in makes a new one. */
export async function startSession(
  tx: Transaction,
  application: Pick<AuthApplication, 'setLanguage'>,
  { user, method, ip, userAgent, language, now }: Start,
) {
  const refreshToken = newRefreshToken()
  const session = await tx.db
    .insertInto('auth.sessions')
    .values({
      id: randomUUIDv7(),
      user_id: user,
      amr: JSON.stringify([{ method, timestamp: Math.floor(now.getTime() / 1000) }]),
      ...seenFrom(ip, userAgent),
      created_at: now,
      refreshed_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await tx.db
    .insertInto('auth.refresh_tokens')
    .values({ hash: hashOf(refreshToken), session_id: session.id, created_at: now })
    .execute()
  // Accounts made by an admin or by a provider's log-in have no language yet.
  await application.setLanguage(tx, user, language)
  return { session, refreshToken }
}

/** The source of a session's last use. An invalid address from a proxy is ignored. */
export const seenFrom = (ip: string, userAgent: string | undefined) => {
  const address = ip.split('%')[0]!
  return { ip: isIP(address) ? address : null, user_agent: userAgent?.slice(0, 500) ?? null }
}

/** A session that was just opened, with the data for its client. */
export interface OpenedSession {
  account: Account
  session: SessionRow
  refreshToken: string
}

/**
 * Opens a session for a person who was authenticated by `method`, and records the time of the log-in and its
 * audit entry.
 */
export async function openSession(
  tx: Transaction,
  { application }: Pick<Auth, 'application'>,
  user: Pick<UserRow, 'id'>,
  {
    method,
    request,
    now,
  }: { method: string; request: Pick<AuthRequest, 'ip' | 'userAgent' | 'language'>; now: Date },
): Promise<OpenedSession> {
  const current = await tx.db
    .updateTable('auth.users')
    .set({ last_sign_in_at: now })
    .where('id', '=', user.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const { ip, userAgent, language } = request
  const started = await startSession(tx, application, { user: user.id, method, ip, userAgent, language, now })
  await application.audit(tx, {
    action: 'login',
    user: user.id,
    actor: user.id,
    role: 'user',
    after: { session: started.session.id, ip, method },
  })
  return { account: { user: current, ...(await identitiesAndFactors(tx, user.id)) }, ...started }
}

/** The protocol's answer for an opened session. Its source is trusted from now on. */
export async function sessionResponse(
  auth: Auth,
  { account, session, refreshToken }: OpenedSession,
  source: Source,
): Promise<AuthResponse> {
  const trusted = await trustSource(auth, account, session, source)
  return { ...trusted, body: await sessionBody(auth, account, session, refreshToken) }
}

/** The answer of a call that opens or continues a session: tokens and user. */
export async function sessionBody(
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
    user: presentUser(account),
  }
}

/** A new refresh token: 32 random bytes in the client's form. */
export const newRefreshToken = () => randomBytes(32).toString('base64url')

/** The stored form of a refresh token. */
export const hashOf = (token: string) => createHash('sha256').update(token).digest()

const keyFrom = (token: string) => Buffer.from(hkdfSync('sha256', token, '', 'kikoa refresh successor', 32))

/**
 * Encrypts the next token with the one before it. After a lost answer the client can get the next one with
 * the old one, and the database alone reveals neither.
 */
export const seal = (successor: string, under: string): Buffer => sealBytes(successor, keyFrom(under))

/** Opens what `seal` has made. Throws for another token. */
export const unseal = (sealed: Buffer, under: string): string =>
  unsealBytes(sealed, keyFrom(under)).toString()
