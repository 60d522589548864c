import { type LimitRule, type Limits, passwordMatches, type SessionRow, type UserRow } from '@kikoa/auth'
import type { Transaction } from '../../../server/database/database.ts'
import { Refused } from '../../../shared/refusal.ts'
import type { Accounts } from './accounts.ts'
import { auditAccount } from './application.ts'

/** A person without a password confirms by a log-in, or by a second factor, that is at most this old. */
const FRESH_MS = 15 * 60_000

interface Own {
  person: string
  session: string
}

/**
 * Makes sure that the caller is the owner of the account and not the thief of a session: by the password or, without one,
 * by a recent log-in or second factor. Gives the account, to be compared again in the transaction that follows. Refuses
 * with `PASSWORD_WRONG`, `LOG_IN_AGAIN` and `TOO_MANY_REQUESTS`.
 */
export async function requireFreshProof(
  { database, now, limits }: Pick<Accounts, 'database' | 'now' | 'limits'>,
  me: Own,
  password: string | undefined,
): Promise<UserRow> {
  const { user, session } = await database.read('service', ({ db }) => ownAccount(db, me))
  // Counted for the person: only the owner of the session can use up this limit.
  await takeAttempt(limits, 'guess-here', me.person)
  if (user.password_hash) {
    if (!(await passwordMatches(password ?? '', user.password_hash))) {
      if (password) await auditWrong({ database }, me)
      throw new Refused('PASSWORD_WRONG')
    }
    await limits.reset('guess-here', me.person)
  } else if (now().getTime() - provedAt(session) > FRESH_MS) throw new Refused('LOG_IN_AGAIN')
  return user
}

/** When the person last proved who they are in this session, in milliseconds. */
const provedAt = ({ created_at, amr }: SessionRow) =>
  Math.max(created_at.getTime(), ...amr.map(({ timestamp }) => timestamp * 1000))

const auditWrong = ({ database }: Pick<Accounts, 'database'>, { person, session }: Own) =>
  database.write('service', (tx) =>
    auditAccount(tx, {
      action: 'current_password_wrong',
      user: person,
      actor: person,
      role: 'user',
      after: { session },
    }),
  )

/** Counts an attempt. Refuses with `TOO_MANY_REQUESTS`. */
export async function takeAttempt(limits: Limits, rule: LimitRule, key: string) {
  if (await limits.consume(rule, key)) throw new Refused('TOO_MANY_REQUESTS')
}

/** The caller's account and session. Refuses if either no longer exists or the password has changed. */
export async function ownAccount(
  db: Transaction['db'],
  me: Own,
  password?: string | null,
): Promise<{ user: UserRow; session: SessionRow }> {
  const [user, session] = await Promise.all([
    db
      .selectFrom('auth.users')
      .selectAll()
      .where('id', '=', me.person)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
    db.selectFrom('auth.sessions').selectAll().where('id', '=', me.session).executeTakeFirst(),
  ])
  if (!user || !session || (password !== undefined && user.password_hash !== password))
    throw new Refused('UNAUTHORIZED')
  return { user, session }
}
