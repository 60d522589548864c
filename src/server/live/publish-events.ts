import type { Transaction } from '../database/database.ts'

/** The types of a person's own events, such as `request.submitted`, as keys: features add theirs. */
// oxlint-disable-next-line typescript/no-empty-object-type -- it is filled where the features are
export interface PersonalEvents {}

interface EventFacts {
  /** The lists that have become old by it. */
  topics: string[]
  entity_id?: string
  data?: Record<string, unknown>
}

/** A change of a person's own rows, which they may see. */
interface Personal extends EventFacts {
  user_id: string
  type: keyof PersonalEvents
  for_admins?: false
}

/** A change that concerns everybody, or with `for_admins` them alone, be it of one person's rows. */
type Common = EventFacts & { type: string } & (
    | { user_id: null; for_admins?: boolean }
    | { user_id: string; for_admins: true }
  )

/** One change that somebody may see. It carries ids and what a sentence about it needs, never a row. */
export type Event = Personal | Common

/** An event as its table keeps it. */
export const eventRow = ({ data, ...event }: Event) => ({ ...event, data: JSON.stringify(data ?? {}) })

/** Writes events into the transaction, to be announced on every node once it has been committed. */
export async function publishEvents(tx: Transaction, ...events: Event[]): Promise<void> {
  const rows = await tx.db.insertInto('events').values(events.map(eventRow)).returning('id').execute()
  tx.announce(rows.map((row) => row.id))
}
