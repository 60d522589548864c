import { sql } from 'kysely'
import type { Transaction } from '../database/database.ts'

/** The types of personal events, such as `request.submitted`, as keys. Features add theirs by declaration merging. */
// oxlint-disable-next-line typescript/no-empty-object-type -- it is filled where the features are
export interface PersonalEvents {}

interface EventFacts {
  /** The lists that clients must fetch again. */
  topics: string[]
  entity_id?: string
  data?: Record<string, unknown>
}

/** A change of a person's rows, visible to that person and to admins. */
interface Personal extends EventFacts {
  user_id: string
  type: keyof PersonalEvents
  for_admins?: false
}

/** A change that everyone may see, or with `for_admins` only admins. */
type Common = EventFacts & { type: string } & (
    | { user_id: null; for_admins?: boolean }
    | { user_id: string; for_admins: true }
  )

/** A change for the live log and Recent Activity. It carries ids and the values of its sentence, never a row. */
export type Event = Personal | Common

/** The row of an event in `events`. */
export const eventRow = ({ data, ...event }: Event) => ({ ...event, data: JSON.stringify(data ?? {}) })

/** What an insert into `events` returns: the id for `notify`. The event is queued for the webhooks in the same statement. */
export const publishedColumns = ['id', sql`public.queue_webhooks(id, type)`.as('queued')] as const

/** Writes events in the transaction. After the commit every node delivers them to its streams. */
export async function publishEvents(tx: Transaction, ...events: Event[]): Promise<void> {
  const rows = await tx.db
    .insertInto('events')
    .values(events.map(eventRow))
    .returning(publishedColumns)
    .execute()
  tx.notify(rows.map((row) => row.id))
}
