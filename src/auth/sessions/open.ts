import type { Transaction } from '../../server/database/database.ts'
import type { Auth } from '../auth.ts'
import { type Source, trustSource } from '../rate-limits.ts'
import type { Answer, Ask } from '../protocol/call.ts'
import { type Account, belongings, type UserRow } from '../users.ts'
import { sessionAnswer } from './answer.ts'
import { type SessionRow, startSession } from './start.ts'

/** A session that was just opened, with what its client is told. */
export interface Opened {
  account: Account
  session: SessionRow
  refreshToken: string
}

/** Lets a person in who has proved by `method` who they are: the session, the time of the log-in and its audit row. */
export async function letIn(
  tx: Transaction,
  { application }: Pick<Auth, 'application'>,
  user: Pick<UserRow, 'id'>,
  { method, ask, now }: { method: string; ask: Pick<Ask, 'ip' | 'userAgent' | 'language'>; now: Date },
): Promise<Opened> {
  const current = await tx.db
    .updateTable('auth.users')
    .set({ last_sign_in_at: now })
    .where('id', '=', user.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const { ip, userAgent, language } = ask
  const started = await startSession(tx, application, { user: user.id, method, ip, userAgent, language, now })
  await application.audit(tx, {
    action: 'login',
    user: user.id,
    actor: user.id,
    role: 'user',
    after: { session: started.session.id, ip, method },
  })
  return { account: { user: current, ...(await belongings(tx, user.id)) }, ...started }
}

/** The protocol's answer for an opened session. Its source is trusted from now on. */
export async function openedAnswer(
  auth: Auth,
  { account, session, refreshToken }: Opened,
  source: Source,
): Promise<Answer> {
  const trusted = await trustSource(auth, account, session, source)
  return { ...trusted, body: await sessionAnswer(auth, account, session, refreshToken) }
}
