import { randomUUIDv7 } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { JWTPayload } from 'jose'
import { ConcurrentChange } from '@kikoa/postgres'
import type { Identities, Metadata, Transaction } from '../tables.ts'
import type { Auth } from '../auth.ts'
import { createAccount, nameProviders } from '../create-user.ts'
import { acceptProof } from '../proofs/accept-proof.ts'
import type { AuthRequest } from '../protocol/call.ts'
import { openSession, type OpenedSession } from '../sessions/session.ts'
import { isBanned, lockedByAddress, lockedUser, type UserRow } from '../users.ts'
import { AuthError } from '../protocol/errors.ts'
import { oneLine } from '../rules/one-line.ts'
import { isEmail, normalEmail } from '../rules/email.ts'

/**
 * Logs in, links or signs up a person who was verified at a provider, as `decide` returns it, with the
 * refusals of `decide`. It runs in one transaction and repeats if another request was faster.
 */
export async function logInWithIdentity(
  tx: Transaction,
  auth: Auth,
  {
    proven,
    data,
    request,
  }: {
    proven: ProviderIdentity
    /** What a sign-up says beside it, for the application's `readProfile`. */
    data: Metadata
    request: Pick<AuthRequest, 'ip' | 'userAgent' | 'language'>
  },
): Promise<OpenedSession> {
  const now = auth.now()
  const decision = await decide(tx, auth, proven)
  if (decision.act === 'sign-up') {
    const user = await signUp(tx, auth, { proven, data, language: request.language, now })
    return openSession(tx, auth, user, { method: 'oauth', request, now })
  }
  const { user } = decision
  if (proven.verified && proven.email === user.email)
    await acceptProof(tx, auth, user, 'email', { by: 'provider', now })
  const isKnown = decision.act === 'log-in' && (await auditLogIn(tx, decision.identity.id, proven, now))
  if (!isKnown) await link(tx, auth, user, proven)
  return openSession(tx, auth, user, { method: 'oauth', request, now })
}

/**
 * Records a log-in with an identity. False if the first proof of the account has just removed the identity.
 */
async function auditLogIn(
  { db }: Transaction,
  identity: string,
  proven: ProviderIdentity,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('auth.identities')
    .set({
      identity_data: JSON.stringify(proven.claims),
      email: proven.email ?? null,
      last_sign_in_at: now,
      updated_at: now,
    })
    .where('id', '=', identity)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/**
 * An unverified address is stored only with the identity. On the account it could reserve another person's
 * address.
 */
async function signUp(
  tx: Transaction,
  auth: Auth,
  { proven, data, language, now }: { proven: ProviderIdentity; data: Metadata; language: string; now: Date },
): Promise<UserRow> {
  const given = await auth.application.readProfile(data)
  const { provider, subject, email, verified, claims } = proven
  const fullName = typeof claims.full_name === 'string' ? oneLine(claims.full_name).slice(0, 200) : ''
  const user = await createAccount(tx, auth, {
    ...(verified && { address: { kind: 'email' as const, value: email! } }),
    identity: { provider, subject, email },
    data: claims,
    profile: { language, ...(given.ok && given.fields), ...(fullName && { full_name: fullName }) },
    confirmed: true,
    signsIn: true,
    now,
  })
  if (!user) throw new ConcurrentChange()
  await auth.application.audit(tx, {
    action: 'user_signedup',
    user: user.id,
    actor: user.id,
    role: 'user',
    after: { provider },
  })
  return user
}

async function link(tx: Transaction, auth: Auth, user: UserRow, proven: ProviderIdentity): Promise<void> {
  const now = auth.now()
  const { numInsertedOrUpdatedRows } = await tx.db
    .insertInto('auth.identities')
    .values({
      id: randomUUIDv7(),
      user_id: user.id,
      provider: proven.provider,
      provider_id: proven.subject,
      identity_data: JSON.stringify(proven.claims),
      email: proven.email ?? null,
      last_sign_in_at: now,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'provider_id']).doNothing())
    .executeTakeFirstOrThrow()
  if (!numInsertedOrUpdatedRows) throw new ConcurrentChange()
  await nameProviders(tx, user.id, now)
  await auth.application.audit(tx, {
    action: 'identity_linked',
    user: user.id,
    actor: user.id,
    role: 'user',
    after: { provider: proven.provider },
  })
  if (user.email)
    await auth.application.sendMail?.(tx, {
      kind: 'identity-linked',
      to: user.email,
      user: user.id,
      provider: proven.provider,
    })
}

/** What a log-in at a provider does here. */
type Decision =
  | { act: 'log-in'; user: UserRow; identity: Selectable<Identities> }
  | { act: 'link'; user: UserRow }
  | { act: 'sign-up' }

/**
 * The linking rules: a known identity logs in, and an address that the provider has verified links to the
 * account with that address. All others sign up; an unverified address never links. Refuses with 403
 * `user_banned` and 422 `signup_disabled`.
 */
export async function decide(
  tx: Transaction,
  { config, now }: Pick<Auth, 'config' | 'now'>,
  proven: ProviderIdentity,
): Promise<Decision> {
  const identity = await identityOf(tx, proven)
  const owner = identity?.user_id
  const user = owner
    ? await lockedUser(tx, owner)
    : proven.verified
      ? await lockedByAddress(tx, { kind: 'email', value: proven.email! })
      : undefined
  if (owner && !user) throw new AuthError('403 user_not_found', 'User does not exist')
  if (user && identity && !(await identityOf(tx, proven))) throw new ConcurrentChange()
  if (user && isBanned(user, now())) throw new AuthError('403 user_banned', 'User is banned')
  if (user) return identity ? { act: 'log-in', user, identity } : { act: 'link', user }
  if (!config.AUTH_SIGNUPS)
    throw new AuthError('422 signup_disabled', 'Signups not allowed for this instance')
  return { act: 'sign-up' }
}

const identityOf = ({ db }: Transaction, { provider, subject }: ProviderIdentity) =>
  db
    .selectFrom('auth.identities')
    .selectAll()
    .where('provider', '=', provider)
    .where('provider_id', '=', subject)
    .executeTakeFirst()

/** What a provider asserts about a person, in the form that an identity stores. */
export interface ProviderIdentity {
  provider: string
  /** The person's id at the provider: unique, and it never changes. */
  subject: string
  email: string | undefined
  /** Whether the provider has verified the mailbox. */
  verified: boolean
  claims: Record<string, string | boolean>
}

/**
 * Claims (OpenID Connect Core 1.0 §5.1) that an account stores, by the names that the protocol's clients
 * know.
 */
const kept = ['iss', 'sub', 'name', 'given_name', 'family_name', 'preferred_username', 'picture', 'locale']
const LONGEST = 500

/**
 * Reads the claims of a valid id token. An address is verified only if the claim is true (or the text "true",
 * which some providers send).
 * @returns undefined without a subject.
 */
export function readProviderClaims(provider: string, claims: JWTPayload): ProviderIdentity | undefined {
  const { sub } = claims
  if (typeof sub !== 'string' || sub === '' || sub.length > 255) return undefined
  const typed = typeof claims.email === 'string' ? claims.email : ''
  const email = isEmail(typed) ? normalEmail(typed) : undefined
  const verified = email !== undefined && (claims.email_verified === true || claims.email_verified === 'true')
  const texts = kept.flatMap((name) => {
    const value = claims[name]
    return typeof value === 'string' && value.length <= LONGEST ? [[name, value] as const] : []
  })
  const { name, picture } = Object.fromEntries(texts)
  return {
    provider,
    subject: sub,
    email,
    verified,
    claims: {
      ...Object.fromEntries(texts),
      provider_id: sub,
      ...(email && { email }),
      ...(name && { full_name: name }),
      ...(picture && { avatar_url: picture }),
      email_verified: verified,
      phone_verified: false,
    },
  }
}
