import { sql } from 'kysely'
import type { Desk } from '../../../server/http/context.ts'
import type { Database } from '../../../server/database/database.ts'
import { callerOf } from './sessions/own-sessions.ts'
import { shownUser } from './protocol/shown-user.ts'
import { belongings, hasShownEmail } from './users.ts'
import '../../orders/server/tables.ts'
import '../../requests/server/tables.ts'
import '../../chat/server/tables.ts'
import '../../../server/mail/tables.ts'

const tables = [
  'requests',
  'records',
  'renewals',
  'orders',
  'order_lines',
  'refunds',
  'payments',
  'cart_items',
  'events',
] as const

/** A row without what the database keeps in it for searches: all of that stands elsewhere in the file. */
function withoutCopies<Row extends object | null>(row: Row) {
  const copies = ['search', 'shelves', 'names']
  return row && Object.fromEntries(Object.entries(row).filter(([column]) => !copies.includes(column)))
}

/** Everything that the caller's account holds, row by row, for them to take along. No secret is among it. */
export async function exportAccount(desk: Desk, database: Database) {
  const me = await callerOf(desk)
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
    // What was written under an address is for whoever has shown that it is theirs.
    const messages = await tx.db
      .selectFrom('messages')
      .select(['name', 'email', 'body', 'created_at'])
      .where(sql<boolean>`lower(email) = ${hasShownEmail(user) ? user.email : null}`)
      .execute()
    // What stood in a mail is kept nowhere once it is sent.
    const mails = await tx.db
      .selectFrom('mails')
      .select(['kind', 'recipient', 'language', 'state', 'created_at', 'sent_at'])
      .where('user_id', '=', me.person)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
    return { account: shownUser({ user, ...rest }), sessions, messages, mails }
  })
  // The rows of the shop come through the caller's own row security; an admin's sees more, and takes the own ones.
  const rows = await desk.read(async ({ db }) => {
    const profile = db.selectFrom('profiles').selectAll().where('id', '=', me.person).executeTakeFirst()
    const own = tables.map((table) =>
      db
        .selectFrom(table as 'requests')
        .selectAll()
        .where('user_id', '=', me.person)
        .execute(),
    )
    const chat = db
      .selectFrom('chat_lines')
      .select(['by_shop', 'author_name', 'body', 'created_at'])
      .where('user_id', '=', me.person)
      .orderBy('place')
      .execute()
    const found = await Promise.all(own)
    return {
      profile: withoutCopies((await profile) ?? null),
      chat: await chat,
      ...Object.fromEntries(tables.map((table, n) => [table, found[n]!.map(withoutCopies)])),
    }
  })
  return { exported_at: desk.now.toISOString(), ...account, ...rows }
}
