import type { Transaction } from '../database/database.ts'

/** One change that a person may see. It carries ids and what a sentence about it needs, never a row. */
export interface Event {
  /** Whose rows changed; null for what concerns everybody, or with `for_admins` them alone. */
  user_id: string | null
  /** What happened, such as `request.submitted`. */
  type: string
  /** The lists that have become old by it. */
  topics: string[]
  entity_id?: string
  data?: Record<string, unknown>
  for_admins?: boolean
}

/** An event as its table keeps it. */
export const eventRow = ({ data, ...event }: Event) => ({ ...event, data: JSON.stringify(data ?? {}) })

/** Writes events into the transaction, to be announced on every node once it has been committed. */
export async function tell(tx: Transaction, ...events: Event[]): Promise<void> {
  const rows = await tx.db.insertInto('events').values(events.map(eventRow)).returning('id').execute()
  tx.announce(rows.map((row) => row.id))
}
