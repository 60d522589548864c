import { randomUUIDv7 } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { Transaction } from '../../../server/database/database.ts'
import { newestPage, type Paging } from '../../../server/database/keyset.ts'
import type { Now } from '../../../server/database/tables.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { nameColumns, pickColumns, type ProfileValues } from '../../../shared/people/profile.ts'
import { Refused } from '../../../shared/refusal.ts'
import { audit } from '../../audit/server/audit.ts'
import { requireCustomer } from '../../accounts/server/accounts.ts'

export interface Notes {
  id: string
  /** The customer whom it is about. */
  user_id: string
  author_id: string | null
  body: string
  created_at: Now
}

declare module '../../../server/database/tables.ts' {
  interface Tables {
    customer_notes: Notes
  }
}

/** The notes about a customer, newest first. Refuses with `NOT_FOUND` an id that is not a customer's. */
export async function listNotes(caller: CallerContext, customer: string, paging: Paging) {
  const { rows, next_cursor } = await caller.read(async (tx) => {
    await requireCustomer(tx, customer)
    return newestPage(notes(tx).where('customer_notes.user_id', '=', customer), 'customer_notes', paging)
  })
  return { items: rows.map((row) => presentNote(caller, row)), next_cursor }
}

/** Stores a note of the caller about a customer. Refuses with `NOT_FOUND` an id that is not a customer's. */
export const addNote = (caller: CallerContext, customer: string, body: string) =>
  caller.write(async (tx) => {
    await requireCustomer(tx, customer)
    const id = randomUUIDv7()
    await tx.db
      .insertInto('customer_notes')
      .values({ id, user_id: customer, author_id: caller.actor(), body })
      .execute()
    // In the log it is about the profile, so that it is erased with the customer's account.
    await audit(tx, 'admin', {
      action: 'note.added',
      entity: 'profile',
      entity_id: customer,
      after: { note: body },
    })
    await publishNews(tx, customer)
    return presentNote(caller, await notes(tx).where('customer_notes.id', '=', id).executeTakeFirstOrThrow())
  })

/** Deletes a note that the caller wrote. Refuses with `NOT_FOUND` every other one. */
export const removeNote = (caller: CallerContext, customer: string, id: string) =>
  caller.write(async (tx) => {
    const removed = await tx.db
      .deleteFrom('customer_notes')
      .where('id', '=', id)
      .where('user_id', '=', customer)
      .where('author_id', '=', caller.actor())
      .returning('body')
      .executeTakeFirst()
    if (!removed) throw new Refused('NOT_FOUND')
    await audit(tx, 'admin', {
      action: 'note.deleted',
      entity: 'profile',
      entity_id: customer,
      before: { note: removed.body },
    })
    await publishNews(tx, customer)
    return { id }
  })

/** Erases the notes about a person, in the transaction that deletes the account. */
export async function eraseNotesAbout({ db }: Transaction, person: string): Promise<void> {
  await db.deleteFrom('customer_notes').where('user_id', '=', person).execute()
}

const publishNews = (tx: Transaction, customer: string) =>
  publishEvents(tx, {
    user_id: null,
    type: 'note.changed',
    topics: ['notes'],
    entity_id: customer,
    for_admins: true,
  })

const notes = ({ db }: Transaction) =>
  db
    .selectFrom('customer_notes')
    .leftJoin('profiles', 'profiles.id', 'customer_notes.author_id')
    .select([
      'customer_notes.id',
      'customer_notes.author_id',
      'customer_notes.body',
      'customer_notes.created_at',
      sql<boolean>`profiles.email is not null or profiles.full_name is not null`.as('is_known'),
    ])
    .select(nameColumns.map((column) => `profiles.${column}` as const))

type Row = Omit<Selectable<Notes>, 'user_id'> & { is_known: boolean } & Pick<
    ProfileValues,
    (typeof nameColumns)[number]
  >

const presentNote = (caller: CallerContext, row: Row) => ({
  id: row.id,
  body: row.body,
  author: row.author_id && row.is_known ? { id: row.author_id, ...pickColumns(row, nameColumns) } : null,
  own: row.author_id !== null && row.author_id === caller.actor(),
  created_at: row.created_at.toISOString(),
})
