import { Refused } from '../../../shared/refusal.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import type { Accounts } from './accounts.ts'
import { auditAccount } from './application.ts'
import { deleteAccount } from '../../../auth/delete-user.ts'
import { passwordMatches } from '../../../auth/passwords/hashing.ts'
import type { Limits, LimitRule } from '../../../server/limits/limits.ts'
import { callerOf } from './own-sessions.ts'
import type { SessionRow } from '../../../auth/sessions/session.ts'
import { type UserRow, identitiesAndFactors, hasProvedEmail } from '../../../auth/users.ts'
import '../../../server/mail/tables.ts'
import { presentUser } from '../../../auth/protocol/present-user.ts'

/** A person without a password confirms by a log-in that is at most this old. */
const FRESH_MS = 15 * 60_000

/**
 * Deletes the caller's own account after a check of the password, or of a recent log-in if there is none. If
 * there are payments or active services, the admins get a message instead and nothing changes. Refuses with
 * `PASSWORD_WRONG`, `LOG_IN_AGAIN`, `LAST_ADMIN` and `TOO_MANY_REQUESTS`.
 */
export async function leave(
  caller: CallerContext,
  accounts: Accounts,
  password: string | undefined,
): Promise<{ outcome: 'deleted' | 'asked' }> {
  const { database, now, limits } = accounts
  const me = await callerOf(caller)
  const { user, session } = await database.read('service', ({ db }) => own(db, me))
  // Counted for the person: only the owner of the session can use up this limit.
  await take(limits, 'guess-here', me.person)
  if (user.password_hash) {
    if (!(await passwordMatches(password ?? '', user.password_hash))) throw new Refused('PASSWORD_WRONG')
    await limits.reset('guess-here', me.person)
  } else if (now().getTime() - session.created_at.getTime() > FRESH_MS) throw new Refused('LOG_IN_AGAIN')

  const hanging = await database.write('service', async (tx) => {
    // Checked again with a lock: the data may have changed while the password was compared.
    const { user: current } = await own(tx.db, me, user.password_hash)
    const found = await accounts.personalData.unfinished(tx, me.person, now())
    if (found.held || found.paid) return found
    await deleteAccount(tx, accounts, current, { actor: me.person, role: 'user' })
    return undefined
  })
  if (!hanging) return { outcome: 'deleted' }
  await take(limits, 'change-user', me.person)
  await database.write('service', (tx) =>
    auditAccount(tx, {
      action: 'deletion_asked',
      user: me.person,
      actor: me.person,
      role: 'user',
      after: hanging,
    }),
  )
  await accounts.personalData.askForDeletion(database, { id: me.person, email: user.email, ...hanging })
  return { outcome: 'asked' }
}

async function take(limits: Limits, rule: LimitRule, key: string) {
  if (await limits.consume(rule, key)) throw new Refused('TOO_MANY_REQUESTS')
}

/** The caller's account and session. Refuses if either no longer exists or the password has changed. */
async function own(
  db: Parameters<Parameters<Accounts['database']['read']>[1]>[0]['db'],
  me: { person: string; session: string },
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

/** All data of the caller's account, row by row, for download. It contains no secrets. */
export async function exportAccount(caller: CallerContext, { database, personalData }: Accounts) {
  const me = await callerOf(caller)
  const account = await database.read('service', async (tx) => {
    const [user, rest, sessions] = await Promise.all([
      tx.db.selectFrom('auth.users').selectAll().where('id', '=', me.person).executeTakeFirstOrThrow(),
      identitiesAndFactors(tx, me.person),
      tx.db
        .selectFrom('auth.sessions')
        .select(['created_at', 'refreshed_at', 'ip', 'user_agent', 'aal'])
        .where('user_id', '=', me.person)
        .execute(),
    ])
    // A message is exported only to a person who has proved that its address is theirs.
    const messages = await personalData.messagesFrom(tx, hasProvedEmail(user) ? user.email : null)
    // The text of a sent mail is not stored.
    const mails = await tx.db
      .selectFrom('mails')
      .select(['kind', 'recipient', 'language', 'state', 'created_at', 'sent_at'])
      .where('user_id', '=', me.person)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return { account: presentUser({ user, ...rest }), sessions, messages, mails }
  })
  // Row security lets an admin read other people's rows too: the export asks for the caller's id.
  const rows = await caller.read((tx) => personalData.export(tx, me.person))
  return { exported_at: caller.now.toISOString(), ...account, ...rows }
}
