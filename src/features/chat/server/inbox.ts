import { sql } from 'kysely'
import { Refused } from '../../../shared/refusal.ts'
import type { Transaction } from '../../../server/database/database.ts'
import { ID, keyset, TIME } from '../../../server/database/keyset.ts'
import { findRows, hasWords, patternsOf } from '../../../server/database/search.ts'
import { adminColumns, pickColumns } from '../../../shared/people/profile.ts'
import { conversationColumns, setClosed, type LineRow } from './store.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { audit } from '../../audit/server/audit.ts'
import { latestRequestsOf } from '../../requests/server/requests.queries.ts'
import type { Side, chatContract } from '../chat.contract.ts'
import type { Input } from '../../../shared/contract.ts'

export type InboxFilter = Input<typeof chatContract.inbox.list>

export type InboxRow = Awaited<ReturnType<ReturnType<typeof withCustomer>['execute']>>[number]

const withCustomer = ({ db }: Transaction) =>
  db
    .selectFrom('chat_conversations as c')
    .innerJoin('profiles as p', 'p.id', 'c.user_id')
    .select(conversationColumns)
    .select(adminColumns.map((column) => `p.${column}` as const))
    .orderBy('c.waiting', 'desc')
    .orderBy('c.last_at', 'desc')
    .orderBy('c.user_id', 'desc')

/** A customer with the conversation, if there is one. Undefined if there is no such customer. */
export const customerRow = ({ db }: Transaction, id: string) =>
  db
    .selectFrom('profiles as p')
    .leftJoin('chat_conversations as c', 'c.user_id', 'p.id')
    .select(conversationColumns)
    .select(['p.id', ...adminColumns.map((column) => `p.${column}` as const)])
    .where('p.id', '=', id)
    .executeTakeFirst()

/**
 * Conversations with their customers, those that wait for an answer first, then by their last line. `q` searches
 * the customer's names, address and phone number. Every page costs the same. Refuses a foreign cursor with
 * `NOT_FOUND`.
 */
export async function inboxRows(tx: Transaction, { show, q, cursor, limit = 30 }: InboxFilter) {
  const [waiting, at, id] = pages.read(cursor) ?? []
  const after = at
    ? sql`and (waiting, last_at, user_id) < (${waiting === '1'}::boolean, ${at}::timestamptz, ${id}::uuid)`
    : sql``
  const filter = sql<boolean>`${filterCondition(show)} ${after}`
  const search = q?.trim()
  if (!search)
    return pages.take(
      await withCustomer(tx)
        .where(filter)
        .limit(limit + 1)
        .execute(),
      limit,
    )
  const positions = await findRows<CursorPosition>(
    tx.db,
    {
      table: 'chat_conversations',
      columns: sql`waiting, last_at, user_id, closed, search`,
      filter,
      matches: hasWords('chat_conversations.search', patternsOf(search)),
      order: sql`waiting desc, last_at desc, user_id desc`,
    },
    limit + 1,
  )
  const ids = positions.map(({ user_id }) => user_id)
  return pages.take(
    await withCustomer(tx)
      .where(sql<boolean>`c.user_id = any (${ids}::uuid[])`)
      .execute(),
    limit,
  )
}

interface CursorPosition {
  waiting: boolean
  last_at: Date
  user_id: string
}

const pages = keyset(['[01]', TIME, ID], ({ waiting, last_at, user_id }: CursorPosition) => [
  waiting ? '1' : '0',
  last_at.toISOString(),
  user_id,
])

/** The condition for a filter, written like that of the partial index that serves it. */
const filterCondition = (show: InboxFilter['show']) =>
  ({ waiting: sql`waiting`, open: sql`not closed`, closed: sql`closed`, all: sql`true` })[show ?? 'all']

/**
 * Conversations for admins: those that wait for an answer first, then newest first. The filter searches the customer's names and address.
 */
export async function listConversations(caller: CallerContext, filter: InboxFilter) {
  const { rows, next_cursor } = await caller.read((tx) => inboxRows(tx, filter))
  return { items: rows.map(presentConversation), next_cursor }
}

/** A customer's conversation, even if it has no line yet. Refuses an unknown customer with `NOT_FOUND`. */
export const findConversation = (caller: CallerContext, id: string) =>
  caller.read((tx) => requireConversation(tx, id))

/** Closes or reopens a conversation. Refuses an unknown customer with `NOT_FOUND`. */
export const closeConversation = (
  caller: CallerContext,
  { id, closed }: Input<typeof chatContract.inbox.close>,
) =>
  caller.write(async (tx) => {
    if (await setClosed(tx, id, closed)) {
      const action = closed ? 'chat.closed' : 'chat.reopened'
      await audit(tx, 'admin', { action, entity: 'chat', entity_id: id, after: { closed } })
      await publishEvents(tx, {
        user_id: null,
        type: action,
        topics: ['chat'],
        entity_id: id,
        for_admins: true,
      })
    }
    return requireConversation(tx, id)
  })

/** A customer's latest requests of every product, shown beside the conversation. */
export const latestRequests = async (caller: CallerContext, id: string) => ({
  items: await caller.read((tx) => latestRequestsOf(tx, id)),
})

async function requireConversation(tx: Transaction, id: string) {
  const row = await customerRow(tx, id)
  if (!row) throw new Refused('NOT_FOUND')
  return presentConversation(row)
}

/** A stored line as the API shows it. */
export const presentLine = ({ by_shop, ...line }: LineRow) => ({
  ...line,
  from: sideOf(by_shop),
  created_at: line.created_at.toISOString(),
})

interface Counters {
  customer_lines: number
  shop_lines: number
  read_by_customer: number
  read_by_shop: number
}

const noLines: Counters = { customer_lines: 0, shop_lines: 0, read_by_customer: 0, read_by_shop: 0 }

/** The counts of a conversation for one of its sides. Without a row, no line has been written. */
export function conversationStatus(side: Side, row: Counters = noLines) {
  const lines = row.customer_lines + row.shop_lines
  return side === 'customer'
    ? {
        lines,
        unread: row.shop_lines - row.read_by_customer,
        read: row.read_by_customer,
        seen: row.read_by_shop,
      }
    : {
        lines,
        unread: row.customer_lines - row.read_by_shop,
        read: row.read_by_shop,
        seen: row.read_by_customer,
      }
}

type Customer = NonNullable<Awaited<ReturnType<typeof customerRow>>>

/** A customer's conversation as admins see it. A new conversation has no line. */
export function presentConversation(row: Customer | (InboxRow & { id?: never })) {
  return {
    id: row.id ?? row.user_id!,
    customer: pickColumns(row, adminColumns),
    ...conversationStatus('shop', row.user_id === null ? noLines : (row as Counters)),
    excerpt: row.last_excerpt ?? '',
    last_from: sideOf(row.last_by_shop ?? false),
    last_at: row.last_at?.toISOString() ?? null,
    waiting: row.waiting ?? false,
    closed: row.closed ?? false,
  }
}

const sideOf = (by_shop: boolean): Side => (by_shop ? 'shop' : 'customer')
