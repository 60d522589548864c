import * as z from 'zod'
import type { Auth } from '../auth.ts'
import {
  type Address,
  identitiesAndFactors,
  requireProvider,
  isBanned,
  knownAddress,
  needsNoProof,
  userByAddress,
  type UserRow,
} from '../users.ts'
import { audienceOf } from '../protocol/bearer.ts'
import { requireCaptcha } from '../captcha.ts'
import { guessAt, trustSource } from '../limits/rate-limits.ts'
import { hashPassword, isOutdated, passwordMatches } from '../passwords/hashing.ts'
import { MOST_BYTES, weakPassword } from '../passwords/strength.ts'
import { AuthError, invalid } from '../protocol/errors.ts'
import { type AuthResponse, type AuthRequest, parseFields } from '../protocol/call.ts'
import { sessionBody, startSession } from '../sessions/session.ts'
import { triedPassword } from '../signup-tries.ts'

const fields = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().optional(),
})

const wrong = () => new AuthError('400 invalid_credentials', 'Invalid login credentials')

/**
 * Log-in by password. An unknown user, a user without password and a wrong password get the same answer in
 * the same time. Other refusals require the right password.
 */
export async function logIn(auth: Auth, request: AuthRequest): Promise<AuthResponse> {
  const { password = '', ...given } = parseFields(fields, request.body)
  if (!given.email === !given.phone)
    throw invalid('Only an email address or phone number should be provided on login')
  const address = knownAddress(given)
  requireProvider(auth, address, 422)
  const guess = await guessAt(auth, 'password', address.value.slice(0, 255), request)
  await guess.countRequest()
  await requireCaptcha(auth, request)
  await guess.count()

  const user = await auth.database.read('service', (tx) => userByAddress(tx, address))
  const known = user?.aud === audienceOf(request) ? user : undefined
  const good =
    Buffer.byteLength(password) <= MOST_BYTES && (await passwordMatches(password, known?.password_hash))
  const found = good && known ? refusalOf(known, address, auth.now()) : wrong()
  if (!known || found) {
    const refusal = await asAfterSignUp(auth, address, password, found ?? wrong())
    await auditFailure(auth, request, user, refusal)
    throw refusal
  }

  const rehashed = isOutdated(known.password_hash!) ? await hashPassword(password) : undefined
  const opened = await openPasswordSession(auth, request, known, rehashed)
  await guess.right()
  const trusted = await trustSource(auth, opened.account, opened.session, request)
  const weak = await weakPassword(password, auth.config.AUTH_PASSWORD_RULE)
  const body = await sessionBody(auth, opened.account, opened.session, opened.refreshToken)
  return { ...trusted, body: { ...body, ...(weak && { weak_password: weak }) } }
}

function refusalOf(user: UserRow, { kind }: Address, now: Date): AuthError | undefined {
  if (isBanned(user, now)) return new AuthError('400 user_banned', 'User is banned')
  return (kind === 'email' ? user.email_confirmed_at : user.phone_confirmed_at) ? undefined : unproved[kind]()
}

const unproved = {
  email: () => new AuthError('400 email_not_confirmed', 'Email not confirmed'),
  phone: () => new AuthError('400 phone_not_confirmed', 'Phone not confirmed'),
}

/**
 * If addresses need a proof, a person who has just signed up learns that the proof is missing, even if the
 * address has another account. Every refused log-in compares twice, so that the time reveals nothing.
 */
async function asAfterSignUp(auth: Auth, address: Address, password: string, refusal: AuthError) {
  if (needsNoProof(auth, address)) return refusal
  const tried = await auth.database.read('service', (tx) => triedPassword(tx, address, auth.now()))
  const isTried = await passwordMatches(password.slice(0, MOST_BYTES), tried)
  return isTried && refusal.slug === 'invalid_credentials' ? unproved[address.kind]() : refusal
}

const auditFailure = (
  { database, application }: Auth,
  { ip }: AuthRequest,
  user: UserRow | undefined,
  { slug }: AuthError,
) =>
  database.write('service', (tx) =>
    application.audit(tx, {
      action: 'login_failed',
      user: user?.id,
      role: 'anonymous',
      after: { reason: slug, ip },
    }),
  )

/**
 * Opens the session for the account as it was when its password was compared. If the account has changed
 * since, the comparison is void.
 */
async function openPasswordSession(
  { database, application, now }: Auth,
  { ip, userAgent, language }: AuthRequest,
  user: UserRow,
  rehashed: string | undefined,
) {
  return database.write('service', async (tx) => {
    const at = now()
    const current = await tx.db
      .updateTable('auth.users')
      .set({ last_sign_in_at: at, ...(rehashed && { password_hash: rehashed }) })
      .where('id', '=', user.id)
      .where('password_hash', '=', user.password_hash)
      .where('deleted_at', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (!current || isBanned(current, at)) throw wrong()
    await tx.db
      .updateTable('auth.identities')
      .set({ last_sign_in_at: at })
      .where('user_id', '=', user.id)
      .where('provider', 'in', ['email', 'phone'])
      .execute()
    const started = await startSession(tx, application, {
      user: user.id,
      method: 'password',
      ip,
      userAgent,
      language,
      now: at,
    })
    await application.audit(tx, {
      action: 'login',
      user: user.id,
      actor: user.id,
      role: 'user',
      after: { session: started.session.id, ip },
    })
    return { account: { user: current, ...(await identitiesAndFactors(tx, user.id)) }, ...started }
  })
}
