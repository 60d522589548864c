import { sql } from 'kysely'
import type { Transaction } from '../../../platform/server/database/database.ts'
import type { Accounts } from './accounts.ts'
import { auditAccount } from './audit.ts'
import type { Present } from './bearer.ts'
import { limit } from './limit.ts'
import { endOneTimes, oneTimeByCode } from './one-time.ts'
import { hashPassword, passwordMatches } from './passwords/hashing.ts'
import { AuthError } from './protocol/auth-error.ts'
import { demandPassword } from './protocol/demands.ts'

/** Who came in by one of these has shown the mailbox or phone just now, and may have forgotten the password. */
const excused = new Set(['otp', 'magiclink', 'recovery'])

const same = () =>
  new AuthError('422 same_password', 'New password should be different from the old password.')

/** A session older than this has to be backed by a code that was sent just now. */
const TRUSTED_MS = 24 * 60 * 60 * 1000

interface Wish {
  current_password?: string | undefined
  /** The code of `reauthenticate`. */
  nonce?: string | undefined
}

/**
 * Checks a wish for a new password: strong enough, another than before, with a code where the session is old, and the
 * current one shown with it, as a thief of the session could not. Guesses at the current one count as guesses at
 * log-in do.
 * @returns the new hash, and the old one that it may take the place of.
 */
export async function chooseNewPassword(
  accounts: Accounts,
  present: Present,
  password: string,
  { current_password: current, nonce }: Wish,
  ip: string,
) {
  const { user, session } = present
  await demandRecent(accounts, present, nonce)
  const kept = user.password_hash
  if (kept && !session.amr.some(({ method }) => excused.has(method))) {
    if (!current)
      throw new AuthError(
        '400 current_password_required',
        'Current password required when setting new password.',
      )
    // Counted on the person, whose session it takes: nobody else can fill it.
    await limit(accounts, 'guess-here', user.id)
    if (!(await passwordMatches(current, kept))) {
      await accounts.database.write('service', (tx) =>
        auditAccount(tx, {
          action: 'current_password_wrong',
          user: user.id,
          actor: user.id,
          role: 'user',
          after: { ip },
        }),
      )
      throw new AuthError('400 current_password_invalid', 'Current password is incorrect.')
    }
    await accounts.limits.forget('guess-here', user.id)
    if (current === password) throw same()
  }
  await demandPassword(password, accounts.config)
  if (kept && (await passwordMatches(password, kept))) throw same()
  return { kept, hash: await hashPassword(password) }
}

async function demandRecent(
  { database, keys, now, limits }: Accounts,
  { user, session }: Present,
  nonce: string | undefined,
) {
  if (now().getTime() - session.created_at.getTime() < TRUSTED_MS) return
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

interface Replacement extends Present {
  kept: string | null
  hash: string
}

/**
 * Puts the new password in the place of the one that was compared. Every other session ends with the old password,
 * and so does every code and link that is still on its way. The owner is told.
 */
export async function replacePassword(
  tx: Transaction,
  { mail, now }: Pick<Accounts, 'mail' | 'now'>,
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
  await auditAccount(tx, { action: 'user_updated_password', user: user.id, actor: user.id, role: 'user' })
  if (user.email) await mail?.(tx, { kind: 'password-changed', to: user.email, user: user.id })
}
