import type { Selectable } from 'kysely'
import { newestPage } from '../../../server/database/keyset.ts'
import type { Transaction } from '../../../server/database/database.ts'
import type { Tables } from '../../../server/database/tables.ts'
import type { MessageState, NewMessage } from '../message.ts'
import './tables.ts'

type Row = Selectable<Tables['messages']>

export const insertMessage = ({ db }: Transaction, id: string, { name, email, message }: NewMessage) =>
  db.insertInto('messages').values({ id, name, email, body: message }).execute()

export const messagePage = (
  { db }: Transaction,
  {
    state,
    ...place
  }: { state?: MessageState | undefined; cursor?: string | undefined; limit?: number | undefined },
) => {
  const all = db.selectFrom('messages').selectAll()
  return newestPage(state ? all.where('state', '=', state) : all, 'messages', place)
}

export const findMessage = ({ db }: Transaction, id: string): Promise<Row | undefined> =>
  db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst()

/** Nothing when the row is no longer at the version. */
export const setMessageState = (
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
export const presentMessage = ({ id, name, email, body, state, version, created_at }: Row) => ({
  id,
  name,
  email,
  message: body,
  state,
  version,
  created_at: created_at.toISOString(),
})
