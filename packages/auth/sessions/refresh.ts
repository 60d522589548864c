import type { Selectable } from 'kysely'
import type { AuthTables, Transaction } from '../tables.ts'
import type { Auth } from '../auth.ts'
import { type Account, identitiesAndFactors, isBanned, type UserRow } from '../users.ts'
import { hashOf, newRefreshToken, seal, seenFrom, type SessionRow, unseal } from './session.ts'
import type { AuthConfig } from '../settings.ts'

type TokenRow = Selectable<AuthTables['auth.refresh_tokens']>

interface Refresh {
  token: string
  now: Date
  reuseInterval: number
  ip: string
  userAgent: string | undefined
  limits: Parameters<typeof hasExpired>[1]
  application: Auth['application']
  /** Called with the session's id before any change. False refuses the call. */
  mayGoOn(session: string): Promise<boolean>
}

/** The result. Only `refreshed` has tokens, but every one has to be committed. */
export type Refreshed =
  | { outcome: 'refreshed'; account: Account; session: SessionRow; refreshToken: string; lostReply: boolean }
  | { outcome: 'unknown' | 'banned' | 'expired' | 'reused' | 'limited' }

/**
 * Continues a session by its refresh token. A lock on the session's row makes parallel calls run one after
 * the other. A reused token ends the whole family: this deletion, and the mail about it, have to be committed
 * although the call is refused.
 */
export async function refreshSession(tx: Transaction, request: Refresh): Promise<Refreshed> {
  const { token, now, reuseInterval } = request
  const hash = hashOf(token)
  const sessionOf = tx.db.selectFrom('auth.refresh_tokens').select('session_id').where('hash', '=', hash)
  // Lock first, so that the next statements read what the previous call has committed.
  const [session, shown, user] = await Promise.all([
    tx.db.selectFrom('auth.sessions').selectAll().where('id', '=', sessionOf).forUpdate().executeTakeFirst(),
    tokenRow(tx, hash),
    tx.db
      .selectFrom('auth.users as u')
      .innerJoin('auth.sessions as s', 's.user_id', 'u.id')
      .selectAll('u')
      .where('s.id', '=', sessionOf)
      .where('u.deleted_at', 'is', null)
      .executeTakeFirst(),
  ])
  if (!session || !shown || !user) return { outcome: 'unknown' }
  if (isBanned(user, now)) return { outcome: 'banned' }
  if (hasExpired(session, request.limits, now)) return { outcome: 'expired' }
  if (!(await request.mayGoOn(session.id))) return { outcome: 'limited' }

  const child = shown.superseded_by && (await tokenRow(tx, shown.superseded_by))
  const verdict = judge(
    {
      supersededAt: shown.superseded_at,
      revoked: Boolean(shown.revoked_at),
      isParentOfCurrent: isCurrent(child),
    },
    now,
    reuseInterval,
  )
  const current =
    verdict === 'rotate'
      ? await rotate(tx, session, request)
      : verdict === 'reused'
        ? undefined
        : await follow(tx, shown, token)
  if (!current) {
    await endFamily(tx, request.application, session, user)
    return { outcome: 'reused' }
  }
  if (verdict === 'rotate')
    await request.application.audit(tx, {
      action: 'token_refreshed',
      user: user.id,
      actor: user.id,
      role: 'user',
      after: { session: session.id },
    })
  const [account, updated] = await Promise.all([
    identitiesAndFactors(tx, user.id),
    sessionRow(tx, session.id),
  ])
  return {
    outcome: 'refreshed',
    account: { user, ...account },
    session: updated,
    refreshToken: current,
    lostReply: verdict === 'lost-reply',
  }
}

const tokenRow = ({ db }: Transaction, hash: Buffer): Promise<TokenRow | undefined> =>
  db.selectFrom('auth.refresh_tokens').selectAll().where('hash', '=', hash).executeTakeFirst()

const sessionRow = ({ db }: Transaction, id: string) =>
  db.selectFrom('auth.sessions').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const isCurrent = (row: TokenRow | undefined | null) => Boolean(row && !row.superseded_at && !row.revoked_at)

async function rotate(
  { db }: Transaction,
  session: SessionRow,
  { token, now, ip, userAgent }: Refresh,
): Promise<string> {
  const next = newRefreshToken()
  const hash = hashOf(token)
  // In this order: the unique index allows one current token per session.
  await Promise.all([
    db
      .updateTable('auth.refresh_tokens')
      .set({ superseded_by: hashOf(next), superseded_at: now, successor: seal(next, token) })
      .where('hash', '=', hash)
      .execute(),
    db
      .insertInto('auth.refresh_tokens')
      .values({ hash: hashOf(next), session_id: session.id, parent: hash, created_at: now })
      .execute(),
    db
      .updateTable('auth.sessions')
      .set({ refreshed_at: now, ...seenFrom(ip, userAgent) })
      .where('id', '=', session.id)
      .execute(),
  ])
  return next
}

/** The current token, decrypted step by step from an older one. Undefined if the chain is broken. */
async function follow(tx: Transaction, from: TokenRow, token: string): Promise<string | undefined> {
  let row: TokenRow | undefined = from
  let opened = token
  while (row?.successor) {
    opened = unseal(row.successor, opened)
    row = await tokenRow(tx, hashOf(opened))
  }
  return isCurrent(row) ? opened : undefined
}

async function endFamily(
  tx: Transaction,
  application: Auth['application'],
  session: SessionRow,
  user: UserRow,
) {
  await tx.db.deleteFrom('auth.sessions').where('id', '=', session.id).execute()
  await application.audit(tx, {
    action: 'refresh_token_reused',
    user: session.user_id,
    role: 'anonymous',
    after: { session: session.id },
  })
  if (user.email)
    await application.sendMail?.(tx, { kind: 'sessions-revoked', to: user.email, user: user.id })
}

/** What the chain shows about a refresh token. */
interface Shown {
  /** When another token replaced it; null for the current one. */
  supersededAt: Date | null
  revoked: boolean
  isParentOfCurrent: boolean
}

/** A lost answer can be repeated this long. Afterwards the old token counts as stolen. */
const LOST_REPLY_MS = 24 * 60 * 60 * 1000

/**
 * Decides what a refresh token gets: the next one (`rotate`), the current one again (`repeat`, or
 * `lost-reply` if only a lost answer can explain it), or nothing, and the family ends (`reused`).
 */
export function judge(
  { supersededAt, revoked, isParentOfCurrent }: Shown,
  now: Date,
  reuseIntervalS: number,
) {
  if (revoked) return 'reused'
  if (!supersededAt) return 'rotate'
  const age = now.getTime() - supersededAt.getTime()
  if (age < reuseIntervalS * 1000) return 'repeat'
  return isParentOfCurrent && age <= LOST_REPLY_MS ? 'lost-reply' : 'reused'
}

type Settings = Pick<AuthConfig, 'AUTH_SESSION_TIMEBOX' | 'AUTH_SESSION_INACTIVITY'>

/**
 * Whether a session has ended: at its own end, after the operator's maximum duration since the log-in (time
 * box), or after too long without a refresh (inactivity). Limits are in seconds; 0 means none.
 */
function hasExpired(
  { not_after, created_at, refreshed_at }: SessionRow,
  { AUTH_SESSION_TIMEBOX: timebox, AUTH_SESSION_INACTIVITY: inactivity }: Settings,
  now: Date,
): boolean {
  const age = (since: Date) => (now.getTime() - since.getTime()) / 1000
  return (
    (not_after !== null && not_after <= now) ||
    (timebox > 0 && age(created_at) >= timebox) ||
    (inactivity > 0 && age(refreshed_at) >= inactivity)
  )
}
