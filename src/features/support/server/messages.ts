import { randomUUIDv7 } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { ConcurrentChange, type Database, type Transaction } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { Refused } from '../../../shared/refusal.ts'
import { audit } from '../../audit/server/audit.ts'
import type { MessageState, NewMessage } from '../message.ts'
import { newestPage } from '../../../server/database/keyset.ts'
import type { Tables } from '../../../server/database/tables.ts'
import './tables.ts'

interface Wanted {
  state?: MessageState | undefined
  cursor?: string | undefined
  limit?: number | undefined
}

/** What people wrote, newest first; only those in a state when one is given. */
export async function listMessages(caller: CallerContext, wanted: Wanted) {
  const { rows, next_cursor } = await caller.read((tx) => messagePage(tx, wanted))
  return { items: rows.map(presentMessage), next_cursor }
}

/**
 * Says how far an admin is with a message. Refuses with `NOT_FOUND`, and with `CONFLICT` and the message as it is now
 * when it is no longer at the version that the admin saw.
 */
export const markMessage = (
  caller: CallerContext,
  { id, state, version }: { id: string; state: MessageState; version?: number | undefined },
) =>
  caller.write(async (tx) => {
    const before = await findMessage(tx, id)
    if (!before) throw new Refused('NOT_FOUND')
    if (version !== undefined && version !== before.version)
      throw new Refused('CONFLICT', presentMessage(before))
    const after = await setMessageState(tx, before, state, caller.now)
    if (!after) throw new ConcurrentChange()
    await audit(tx, 'admin', {
      action: 'message.marked',
      entity: 'message',
      entity_id: id,
      before: { state: before.state },
      after: { state },
    })
    await publishEvents(tx, {
      user_id: null,
      type: 'message.marked',
      topics: ['messages'],
      entity_id: id,
      for_admins: true,
    })
    return presentMessage(after)
  })

/**
 * Keeps what somebody wrote and tells the admins. Whoever is writing has no rights in the database: the program does
 * it for them. Gives the message's id.
 */
export async function sendMessage(database: Database, message: NewMessage): Promise<{ id: string }> {
  const id = randomUUIDv7()
  await database.write('service', async (tx) => {
    await insertMessage(tx, id, message)
    await publishEvents(tx, {
      user_id: null,
      type: 'message.received',
      topics: ['messages'],
      entity_id: id,
      for_admins: true,
    })
  })
  return { id }
}

type Row = Selectable<Tables['messages']>

const insertMessage = ({ db }: Transaction, id: string, { name, email, message }: NewMessage) =>
  db.insertInto('messages').values({ id, name, email, body: message }).execute()

const messagePage = (
  { db }: Transaction,
  {
    state,
    ...place
  }: { state?: MessageState | undefined; cursor?: string | undefined; limit?: number | undefined },
) => {
  const all = db.selectFrom('messages').selectAll()
  return newestPage(state ? all.where('state', '=', state) : all, 'messages', place)
}

const findMessage = ({ db }: Transaction, id: string): Promise<Row | undefined> =>
  db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst()

/** Nothing when the row is no longer at the version. */
const setMessageState = (
  { db }: Transaction,
  { id, version }: Pick<Row, 'id' | 'version'>,
  state: MessageState,
  now: Date,
): Promise<Row | undefined> =>
  db
    .updateTable('messages')
    .set({ state, version: version + 1, updated_at: now })
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst()

/** A stored message as the API shows it. */
const presentMessage = ({ id, name, email, body, state, version, created_at }: Row) => ({
  id,
  name,
  email,
  message: body,
  state,
  version,
  created_at: created_at.toISOString(),
})

/**
 * Deletes what was written to the shop under an e-mail address. Under one that nobody has shown to be theirs, only
 * what names the account: the rest may be somebody else's.
 */
export async function eraseMessagesFrom(
  { db }: Transaction,
  { id, email, isShown }: { id: string; email: string; isShown: boolean },
): Promise<void> {
  await db
    .deleteFrom('messages')
    .where(sql<boolean>`lower(email) = ${email}`)
    .where(sql<boolean>`(${isShown} or position(${id}::text in body) > 0)`)
    .execute()
}
