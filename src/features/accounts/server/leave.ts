import type { Transaction } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import type { Accounts } from './accounts.ts'
import { auditAccount } from './application.ts'
import { deleteAccount, hasProvedEmail, identitiesAndFactors, presentUser } from '@kikoa/auth'
import { ownAccount, requireFreshProof, takeAttempt } from './fresh-proof.ts'
import { callerOf } from './own-sessions.ts'
import '../../../server/mail/mail.tables.ts'

/**
 * Deletes the caller's own account after a check of the password, or of a recent log-in if there is none. If
 * there are payments or active services, the admins get a message instead and nothing changes, also where the call is sent
 * again. Refuses with `PASSWORD_WRONG`, `LOG_IN_AGAIN`, `LAST_ADMIN` and `TOO_MANY_REQUESTS`.
 */
export async function leave(
  caller: CallerContext,
  accounts: Accounts,
  password: string | undefined,
): Promise<{ outcome: 'deleted' | 'asked' }> {
  const { database, now, limits } = accounts
  const me = await callerOf(caller)
  const user = await requireFreshProof(accounts, me, password)
  const deleteUnlessUnfinished = async (tx: Transaction) => {
    // Checked again with a lock: the data may have changed while the password was compared.
    const { user: current } = await ownAccount(tx.db, me, user.password_hash)
    const found = await accounts.personalData.unfinished(tx, me.person, now())
    if (found.held || found.paid) return found
    await deleteAccount(tx, accounts, current, { actor: me.person, role: 'user' })
    return undefined
  }
  // Only a call that asked leaves its key: the keys of a deleted account are gone with it.
  const isRepeated = await caller.isRepeated()
  const hanging = isRepeated ? nothing : await database.write('service', deleteUnlessUnfinished)
  if (!hanging) return { outcome: 'deleted' }
  if (!isRepeated) await takeAttempt(limits, 'change-user', me.person)
  return caller.writeAsServer(async (tx) => {
    await auditAccount(tx, {
      action: 'deletion_asked',
      user: me.person,
      actor: me.person,
      role: 'user',
      after: hanging,
    })
    await accounts.personalData.askForDeletion(tx, { id: me.person, email: user.email, ...hanging })
    return { outcome: 'asked' }
  })
}

const nothing = { held: 0, paid: 0 }

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
