import type { CallerContext } from '../../../server/http/context.ts'
import '../../../server/mail/tables.ts'
import type { Accounts } from './accounts.ts'
import { shownUser } from '../../../auth/protocol/shown-user.ts'
import { callerOf } from './own-sessions.ts'
import { belongings, hasShownEmail } from '../../../auth/users.ts'

/** All data of the caller's account, row by row, for download. It contains no secrets. */
export async function exportAccount(caller: CallerContext, { database, personalData }: Accounts) {
  const me = await callerOf(caller)
  const account = await database.read('service', async (tx) => {
    const [user, rest, sessions] = await Promise.all([
      tx.db.selectFrom('auth.users').selectAll().where('id', '=', me.person).executeTakeFirstOrThrow(),
      belongings(tx, me.person),
      tx.db
        .selectFrom('auth.sessions')
        .select(['created_at', 'refreshed_at', 'ip', 'user_agent', 'aal'])
        .where('user_id', '=', me.person)
        .execute(),
    ])
    // A message is exported only to a person who has proved that its address is theirs.
    const messages = await personalData.messagesFrom(tx, hasShownEmail(user) ? user.email : null)
    // The text of a sent mail is not stored.
    const mails = await tx.db
      .selectFrom('mails')
      .select(['kind', 'recipient', 'language', 'state', 'created_at', 'sent_at'])
      .where('user_id', '=', me.person)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return { account: shownUser({ user, ...rest }), sessions, messages, mails }
  })
  // Row security lets an admin read other people's rows too: the export asks for the caller's id.
  const rows = await caller.read((tx) => personalData.export(tx, me.person))
  return { exported_at: caller.now.toISOString(), ...account, ...rows }
}
