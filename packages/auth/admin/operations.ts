import { randomBytes } from 'node:crypto'
import type { Metadata, Transaction } from '../tables.ts'
import type { AuthAction } from '../rules/actions.ts'
import type { Auth, AuthApplication, ProfileFields } from '../auth.ts'
import type { Address, UserRow } from '../users.ts'
import { invalid } from '../protocol/errors.ts'
import { createAccount } from '../create-user.ts'
import { hashPassword } from '../passwords/hashing.ts'

/*
 * Changes that admins and service keys make to accounts. Each function runs in a transaction of the service
 * role and writes an audit entry. The effect begins with the account's next call, because every transaction
 * checks the session.
 */

type Given = Pick<Auth, 'application' | 'now'>

/** Who changes an account. A service key has no actor: it is not a person. */
interface By {
  actor: string | null
  role: 'admin' | 'service'
}

export const callerOf = ({ caller }: Transaction): By =>
  typeof caller === 'string' ? { actor: null, role: 'service' } : { actor: caller.person, role: 'admin' }

/** Bans a person until a time. Sessions are not deleted, but no call with them succeeds. Refuses for the last owner. */
export async function ban(tx: Transaction, auth: Given, user: UserRow, until: Date) {
  await auth.application.requireOtherOwner(tx, user.id, auth.now())
  await setBan(tx, user, until, auth.now())
  await note(tx, auth, user, 'user_banned', { after: { banned_until: until.toISOString() } })
}

export async function unban(tx: Transaction, auth: Given, user: UserRow) {
  await setBan(tx, user, null, auth.now())
  await note(tx, auth, user, 'user_unbanned', {
    before: { banned_until: user.banned_until?.toISOString() ?? null },
  })
}

/** Ends all sessions of a person. The person gets a mail about it. */
export async function endSessions(tx: Transaction, auth: Given, user: UserRow) {
  const { numDeletedRows } = await tx.db
    .deleteFrom('auth.sessions')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  if (user.email)
    await auth.application.sendMail?.(tx, { kind: 'sessions-revoked', to: user.email, user: user.id })
  await note(tx, auth, user, 'sessions_revoked', { after: { sessions: Number(numDeletedRows) } })
}

const setBan = ({ db }: Transaction, user: UserRow, until: Date | null, now: Date) =>
  db
    .updateTable('auth.users')
    .set({ banned_until: until, updated_at: now })
    .where('id', '=', user.id)
    .execute()

/**
 * Writes the audit entry for the caller of the transaction, and tells the admins' lists of accounts.
 */
export async function note(
  tx: Transaction,
  { application }: { application: Pick<AuthApplication, 'audit' | 'publish'> },
  user: Pick<UserRow, 'id'>,
  action: AuthAction,
  change: { before?: object; after?: object } = {},
) {
  await application.audit(tx, { action, user: user.id, ...callerOf(tx), ...change })
  await application.publish(tx, { user: user.id, type: action })
}

/** Milliseconds of each unit in a Go duration. */
const units: Record<string, number> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
}
const whole = /^[+-]?(\d+(\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h)((\d+(\.\d*)?|\.\d+)(ns|us|µs|μs|ms|s|m|h))*$/
const part = /(\d+\.?\d*|\.\d+)(ns|us|µs|μs|ms|s|m|h)/g
/** The latest time that both PostgreSQL and RFC 3339 can represent. */
const LAST = Date.UTC(9999, 11, 31)

/**
 * Reads a ban duration: `none`, or a Go duration ("24h", "1h30m", "876000h"). Refuses with 400
 * `validation_failed`.
 * @returns when the ban ends; null for none.
 */
export function banEnd(duration: string, now: Date): Date | null {
  if (duration === 'none') return null
  if (!whole.test(duration)) throw invalid(`Invalid format for ban duration: "${duration.slice(0, 40)}"`)
  let length = 0
  for (const [, count, unit] of duration.matchAll(part)) length += Number(count) * units[unit!]!
  if (duration.startsWith('-')) length = -length
  return length <= 0 ? null : new Date(Math.min(now.getTime() + length, LAST))
}

/** The input of a new account made by an admin. */
interface Made {
  id?: string
  address: Address
  passwordHash: string
  confirmed: boolean
  data: Metadata
  profile: ProfileFields
  now: Date
}

/** The hash of a random password, for an account whose owner chooses one by a recovery. */
export const unknownPassword = () => hashPassword(randomBytes(32).toString('base64'))

/**
 * Makes an account for an admin or a service key. Undefined if the address or the id has an account already.
 */
export async function createPerson(
  tx: Transaction,
  auth: Pick<Auth, 'application'>,
  made: Made,
): Promise<UserRow | undefined> {
  const user = await createAccount(tx, auth, { ...made, signsIn: false, byAdmin: true })
  if (user) await note(tx, auth, user, 'user_created', { after: { provider: made.address.kind } })
  return user
}
