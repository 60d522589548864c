import { type RawBuilder, sql } from 'kysely'
import { patternsOf } from '../../../server/database/search.ts'
import type { QueueFilter } from '../queue-filter.ts'
import { receiptKey } from '../../payments/receipt-key.ts'

/**
 * Turns the search text of requests or orders into patterns for their column `search`. It finds parts of a subject or
 * of the customer's texts, and whole receipt numbers. Undefined if the text is blank.
 */
export function requestPatterns(q: string | undefined): string[] | undefined {
  if (!q?.trim()) return undefined
  const receipt = receiptKey(q)
  return receipt ? [...patternsOf(q), `% ${receipt} %`] : patternsOf(q)
}

type Sql = RawBuilder<unknown>

/** The conditions of a queue's filter that requests and orders share. */
export const queueConditions = (table: 'requests' | 'orders', { status }: QueueFilter): Sql[] =>
  status === undefined ? [] : [sql`${sql.ref(`${table}.status`)} = ${status}`]

export const allOf = (conditions: Sql[]) => sql<boolean>`${sql.join([sql`true`, ...conditions], sql` and `)}`
