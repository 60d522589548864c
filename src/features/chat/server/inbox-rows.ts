import { sql } from 'kysely'
import { Refused } from '../../../platform/refusal.ts'
import type { Transaction } from '../../../platform/server/database/database.ts'
import { soughtBy } from '../../requests/server/search.ts'
import './tables.ts'

export interface InboxFilter {
  show?: 'unread' | 'open' | 'closed' | undefined
  q?: string | undefined
  cursor?: string | undefined
  limit?: number | undefined
}

export type InboxRow = Awaited<ReturnType<ReturnType<typeof withCustomer>['execute']>>[number]

/** How many of the first conversations a search reads through before it asks the index of customers. */
const NEAR = 1_000

const withCustomer = ({ db }: Transaction) =>
  db
    .selectFrom('chat_conversations as c')
    .innerJoin('profiles as p', 'p.id', 'c.user_id')
    .selectAll('c')
    .select(['p.full_name', 'p.business_name', 'p.email', 'p.phone_number', 'p.country'])
    .orderBy('c.waiting', 'desc')
    .orderBy('c.last_at', 'desc')
    .orderBy('c.user_id', 'desc')

/** A customer with the conversation, if there is one already. Nothing for somebody who is not here. */
export const customerRow = ({ db }: Transaction, id: string) =>
  db
    .selectFrom('profiles as p')
    .leftJoin('chat_conversations as c', 'c.user_id', 'p.id')
    .selectAll('c')
    .select(['p.id', 'p.full_name', 'p.business_name', 'p.email', 'p.phone_number', 'p.country'])
    .where('p.id', '=', id)
    .executeTakeFirst()

/**
 * Conversations with their customers, those that wait for an answer first, then by their last line; found by the
 * customer's names, address and phone number. Every page costs the same: a common word fills its page from the first
 * conversations, a rare one is found through the index of customers.
 * Refuses a cursor that is none of ours with `NOT_FOUND`.
 */
export async function inboxRows(tx: Transaction, { show, q, cursor, limit = 30 }: InboxFilter) {
  const kept = sql<boolean>`${sql.join([...shelf(show), ...below(cursor)], sql` and `)}`
  const page = withCustomer(tx)
    .where(kept)
    .limit(limit + 1)
  const customer = soughtBy(q)?.customer
  if (!customer) return cut(await page.execute(), limit)

  const found = page.where(sql<boolean>`p.search like lower(${customer})`)
  const near = sql`select c.user_id from chat_conversations c where ${kept}
    order by c.waiting desc, c.last_at desc, c.user_id desc limit ${sql.lit(NEAR)}`
  const rows = await found.where(sql<boolean>`c.user_id in (${near})`).execute()
  if (rows.length > limit) return cut(rows, limit)
  return cut(await found.execute(), limit)
}

const cut = (rows: InboxRow[], limit: number) => {
  const shown = rows.slice(0, limit)
  return { rows: shown, next_cursor: rows.length > limit ? cursorOf(shown.at(-1)!) : null }
}

/** Which conversations, in the words of the partial indexes that answer it. */
const shelf = (show: InboxFilter['show']) =>
  show === 'unread'
    ? [sql`c.waiting`]
    : show === 'open'
      ? [sql`not c.closed`]
      : show === 'closed'
        ? [sql`c.closed`]
        : [sql`true`]

function below(cursor: string | undefined) {
  if (cursor === undefined) return []
  const [, waiting, at, id] = shape.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (!waiting) throw new Refused('NOT_FOUND')
  return [sql`(c.waiting, c.last_at, c.user_id) < (${waiting === '1'}, ${at}::timestamptz, ${id}::uuid)`]
}

const shape = /^([01]) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f-]{36})$/

const cursorOf = ({ waiting, last_at, user_id }: InboxRow) =>
  Buffer.from(`${waiting ? 1 : 0} ${last_at.toISOString()} ${user_id}`).toString('base64url')

/** How many conversations hold lines that no admin has seen. */
export const countWaiting = async ({ db }: Transaction): Promise<number> => {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from chat_conversations where waiting`.execute(db)
  return rows[0]!.waiting
}
