import { type Selectable, sql, type ColumnType, type Generated } from 'kysely'
import type { Transaction } from '../../../server/database/database.ts'
import type { Now } from '../../../server/database/tables.ts'

export type LineRow = Selectable<ChatLines>
type Conversation = Selectable<ChatConversations>

/** Characters of the last line that a list shows. */
const EXCERPT = 140

interface Written {
  user_id: string
  by_shop: boolean
  body: string
}

/**
 * Creates the conversation if needed, reserves its next position, and locks it until the end of the transaction, so
 * that two concurrent lines get two positions.
 */
export async function reserveNextPosition({ db }: Transaction, { user_id, by_shop, body }: Written) {
  const counter = sql.ref(by_shop ? 'shop_lines' : 'customer_lines')
  const excerpt = body.replace(/\s+/g, ' ').slice(0, EXCERPT)
  const burst = by_shop ? 0 : 1
  const { rows } = await sql<Pick<Conversation, 'customer_lines' | 'shop_lines' | 'last_at' | 'burst_lines'>>`
    insert into chat_conversations as c (user_id, ${counter}, last_excerpt, last_by_shop, unanswered_from, burst_lines)
    values (${user_id}, 1, ${excerpt}, ${by_shop}, ${by_shop ? null : 1}::integer, ${burst})
    on conflict (user_id) do update set
      ${counter} = c.${counter} + 1,
      last_excerpt = excluded.last_excerpt,
      last_by_shop = excluded.last_by_shop,
      last_at = clock_timestamp(),
      unanswered_from = ${by_shop ? sql`null` : sql`coalesce(c.unanswered_from, c.customer_lines + c.shop_lines + 1)`},
      closed = false,
      burst_lines = case when c.burst_at > clock_timestamp() - interval '1 minute' then c.burst_lines else 0 end + ${burst},
      burst_at = case when c.burst_at > clock_timestamp() - interval '1 minute' then c.burst_at else clock_timestamp() end
    returning customer_lines, shop_lines, last_at, burst_lines`.execute(db)
  return rows[0]!
}

export const insertLine = ({ db }: Transaction, row: LineRow) =>
  db.insertInto('chat_lines').values(row).execute()

/** The line that an attempt has written. */
export const lineOfAttempt = (
  { db }: Transaction,
  { user_id, by_shop, client_id }: { user_id: string; by_shop: boolean; client_id: string },
): Promise<LineRow | undefined> =>
  db
    .selectFrom('chat_lines')
    .selectAll()
    .where('user_id', '=', user_id)
    .where('by_shop', '=', by_shop)
    .where('client_id', '=', client_id)
    .executeTakeFirst()

/** Lines of a conversation below a position, newest first. */
export const lineRows = (
  { db }: Transaction,
  { user_id, below, limit }: { user_id: string; below: number | undefined; limit: number },
): Promise<LineRow[]> => {
  const lines = db
    .selectFrom('chat_lines')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('place', 'desc')
    .limit(limit)
  return (below === undefined ? lines : lines.where('place', '<', below)).execute()
}

export const conversationRow = ({ db }: Transaction, user_id: string): Promise<Conversation | undefined> =>
  db.selectFrom('chat_conversations').selectAll().where('user_id', '=', user_id).executeTakeFirst()

/**
 * Moves a side's mark forward to a line, never back. Lines never change, so a line that was read before is still
 * valid. Returns nothing if the mark was already there, or there is no such line.
 */
export async function advanceReadMark(
  { db }: Transaction,
  { user_id, by_shop, through }: { user_id: string; by_shop: boolean; through: number },
): Promise<Conversation | undefined> {
  const mark = sql.ref(by_shop ? 'read_by_shop' : 'read_by_customer')
  const { rows } = await sql<Conversation>`
    update chat_conversations c set ${mark} = seen.lines
      from (select case when l.by_shop = ${by_shop} then l.place - l.number else l.number end as lines
              from chat_lines l where l.user_id = ${user_id} and l.place = ${through}) seen
     where c.user_id = ${user_id} and c.${mark} < seen.lines
    returning c.*`.execute(db)
  return rows[0]
}

/**
 * A closed conversation does not wait. One that is opened again waits if the customer wrote last.
 * Returns nothing if the state did not change, or there is no conversation.
 */
export const setClosed = ({ db }: Transaction, user_id: string, closed: boolean) =>
  db
    .updateTable('chat_conversations')
    .set({
      closed,
      unanswered_from: closed
        ? null
        : sql<number | null>`case when not last_by_shop then customer_lines + shop_lines end`,
    })
    .where('user_id', '=', user_id)
    .where('closed', '<>', closed)
    .returning('user_id')
    .executeTakeFirst()

/**
 * Erases a person's chat in the transaction that deletes the account (an admin's or the program's): the own
 * conversation with all its lines. An admin's answers to customers remain without the name.
 */
export async function eraseChat({ db }: Transaction, person: string): Promise<void> {
  await db.deleteFrom('chat_conversations').where('user_id', '=', person).execute()
  await db.updateTable('chat_lines').set({ author_name: null }).where('author_id', '=', person).execute()
}

export interface ChatConversations {
  user_id: string
  customer_lines: Generated<number>
  shop_lines: Generated<number>
  read_by_customer: Generated<number>
  read_by_shop: Generated<number>
  /** The place of the first line that waits for an answer; null where nobody has to answer. */
  unanswered_from: Generated<number | null>
  waiting: ColumnType<boolean, never, never>
  last_excerpt: Generated<string>
  last_by_shop: Generated<boolean>
  last_at: Now
  closed: Generated<boolean>
  burst_at: Now
  burst_lines: Generated<number>
}

/** The columns of a conversation, as `c`, that lists and answers need. */
export const conversationColumns = [
  'c.user_id',
  'c.customer_lines',
  'c.shop_lines',
  'c.read_by_customer',
  'c.read_by_shop',
  'c.waiting',
  'c.last_excerpt',
  'c.last_by_shop',
  'c.last_at',
  'c.closed',
] as const satisfies `c.${keyof ChatConversations}`[]

export interface ChatLines {
  user_id: string
  place: number
  id: string
  by_shop: boolean
  number: number
  author_id: string | null
  author_name: string | null
  body: string
  client_id: string | null
  created_at: Now
}

declare module '../../../server/database/tables.ts' {
  interface Tables {
    chat_conversations: ChatConversations
    chat_lines: ChatLines
  }
}
