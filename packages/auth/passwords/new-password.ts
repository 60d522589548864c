import { sql } from 'kysely'
import type { Transaction } from '../tables.ts'
import type { Auth } from '../auth.ts'
import type { SignedIn } from '../protocol/bearer.ts'
import { limit } from '../limits/rate-limits.ts'
import { endOneTimes, oneTimeByCode } from '../proofs/one-time.ts'
import { hashPassword, passwordMatches } from './hashing.ts'
import { AuthError } from '../protocol/errors.ts'
import { requireStrongPassword } from '../protocol/call.ts'

/**
 * A log-in by one of these methods proves the mailbox or phone. The person may have forgotten the password.
 */
const codes = new Set(['otp', 'magiclink', 'recovery', 'invite', 'email/signup', 'email_change'])

/** How long such a log-in replaces the current password. */
const FRESH_MS = 15 * 60 * 1000

const same = () =>
  new AuthError('422 same_password', 'New password should be different from the old password.')

/** An older session needs a code that was sent just now. */
const TRUSTED_MS = 24 * 60 * 60 * 1000

interface Input {
  current_password?: string | undefined
  /** The code of `reauthenticate`. */
  nonce?: string | undefined
}

/**
 * Checks a new password: strong, different from the current one, and with a proof that the thief of a session
 * lacks. The proof is a log-in by code or link within 15 minutes, or the current password, or the code of
 * `reauthenticate` for a person without password or with a log-in by code. A session older than a day always
 * needs that code, and guesses of the current password are counted for the person.
 * @returns the new hash, and the old one that it replaces.
 */
export async function chooseNewPassword(
  auth: Auth,
  signedIn: SignedIn,
  password: string,
  { current_password: current, nonce }: Input,
  ip: string,
) {
  const { user, session } = signedIn
  const now = auth.now()
  const kept = user.password_hash
  const isAged = now.getTime() - session.created_at.getTime() >= TRUSTED_MS
  const cameByCode = session.amr.some(({ method }) => codes.has(method))
  const isFresh = hasFreshProof(signedIn, now)
  const needsNonce = isAged || (!isFresh && (kept ? cameByCode && !current : true))
  if (needsNonce) await requireNonce(auth, signedIn, nonce)
  if (kept && !isFresh && !(cameByCode && needsNonce))
    await requireCurrentPassword(auth, signedIn, current, ip)
  if (current && current === password) throw same()
  await requireStrongPassword(password, auth.config)
  if (kept && (await passwordMatches(password, kept))) throw same()
  return { kept, hash: await hashPassword(password) }
}

/** A provider's log-in proves enough to set a first password, but not to replace one. */
function hasFreshProof({ user, session }: SignedIn, now: Date): boolean {
  return session.amr.some(
    ({ method, timestamp }) =>
      (codes.has(method) || (method === 'oauth' && !user.password_hash)) &&
      now.getTime() - timestamp * 1000 <= FRESH_MS,
  )
}

async function requireCurrentPassword(
  auth: Auth,
  { user }: SignedIn,
  current: string | undefined,
  ip: string,
): Promise<void> {
  if (!current)
    throw new AuthError(
      '400 current_password_required',
      'Current password required when setting new password.',
    )
  // Counted for the person: only the owner of the session can use up this limit.
  await limit(auth, 'guess-here', user.id)
  if (!(await passwordMatches(current, user.password_hash))) {
    await auth.database.write('service', (tx) =>
      auth.application.audit(tx, {
        action: 'current_password_wrong',
        user: user.id,
        actor: user.id,
        role: 'user',
        after: { ip },
      }),
    )
    throw new AuthError('400 current_password_invalid', 'Current password is incorrect.')
  }
  await auth.limits.reset('guess-here', user.id)
}

async function requireNonce(
  { database, keys, now, limits }: Auth,
  { user }: SignedIn,
  nonce: string | undefined,
): Promise<void> {
  if (!nonce)
    throw new AuthError(
      '400 reauthentication_needed',
      'Password update requires reauthentication. Please request a code.',
    )
  const address = user.email ?? user.phone ?? ''
  await limit({ limits }, 'guess-code-here', user.id)
  const shown = { types: ['reauthentication'], address, code: nonce, user: user.id, now: now() } as const
  const found = await database.write('service', (tx) => oneTimeByCode(tx, keys, shown))
  if (!found) throw new AuthError('422 reauthentication_not_valid', 'The code is wrong or has expired')
}

interface Replacement extends SignedIn {
  kept: string | null
  hash: string
}

/**
 * Replaces the password that was compared. All other sessions and all pending codes and links end. The owner
 * gets a mail.
 */
export async function replacePassword(
  tx: Transaction,
  { application, now }: Pick<Auth, 'application' | 'now'>,
  { user, session, kept, hash }: Replacement,
): Promise<void> {
  const { numUpdatedRows } = await tx.db
    .updateTable('auth.users')
    .set({ password_hash: hash, updated_at: now() })
    .where('id', '=', user.id)
    .where(sql<boolean>`password_hash is not distinct from ${kept}`)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows === 0n)
    throw new AuthError('400 current_password_invalid', 'Current password is incorrect.')
  await tx.db
    .deleteFrom('auth.sessions')
    .where('user_id', '=', user.id)
    .where('id', '!=', session.id)
    .execute()
  await endOneTimes(tx, user.id)
  await application.audit(tx, {
    action: 'user_updated_password',
    user: user.id,
    actor: user.id,
    role: 'user',
  })
  if (user.email)
    await application.sendMail?.(tx, { kind: 'password-changed', to: user.email, user: user.id })
}
