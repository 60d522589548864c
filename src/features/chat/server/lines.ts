import { randomUUIDv7 } from 'node:crypto'
import { Refused } from '../../../shared/refusal.ts'
import { constraintOf, type Transaction } from '../../../server/database/database.ts'
import { keyset, type Paging } from '../../../server/database/keyset.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { audit } from '../../audit/server/audit.ts'
import { LINES_A_MINUTE, type chatContract } from '../chat.contract.ts'
import { presentLine, conversationStatus } from './inbox.ts'
import {
  insertLine,
  lineOfAttempt,
  type LineRow,
  reserveNextPosition,
  conversationRow,
  lineRows,
  advanceReadMark,
} from './store.ts'
import type { Input } from '../../../shared/contract.ts'

type NewLine = Input<typeof chatContract.send>

/**
 * Writes a line of the caller to the shop. A repeated `client_id` returns the line that it wrote before. Refuses
 * with `TOO_MANY_REQUESTS` above the limit of a minute, and with `IDEMPOTENCY_KEY_REUSED` another text under a used
 * `client_id`.
 */
export function sendLine(caller: CallerContext, line: NewLine) {
  const user_id = caller.person()
  return writeOnce(caller, { ...line, user_id, by_shop: false }, async (tx) => {
    const { row, burst } = await write(tx, { ...line, user_id, by_shop: false })
    if (burst > LINES_A_MINUTE) throw new Refused('TOO_MANY_REQUESTS')
    return row
  })
}

/**
 * Writes a line of the shop to a customer, under the admin's name. Retries work as in `sendLine`. Refuses an
 * unknown customer with `NOT_FOUND`.
 */
export function answerCustomer(caller: CallerContext, { id: user_id, ...line }: NewLine & { id: string }) {
  return writeOnce(caller, { ...line, user_id, by_shop: true }, async (tx) => {
    const author = await authorOf(tx)
    const { row } = await write(tx, { ...line, user_id, by_shop: true, ...author })
    await audit(tx, 'admin', {
      action: 'chat.answered',
      entity: 'chat',
      entity_id: user_id,
      after: { line: row.id, place: row.place },
    })
    return row
  })
}

type Line = NewLine &
  Pick<LineRow, 'user_id' | 'by_shop'> &
  Partial<Pick<LineRow, 'author_id' | 'author_name'>>

async function write(tx: Transaction, { user_id, by_shop, body, client_id, ...author }: Line) {
  const position = await reserveNextPosition(tx, { user_id, by_shop, body })
  const row: LineRow = {
    user_id,
    place: position.customer_lines + position.shop_lines,
    id: randomUUIDv7(),
    by_shop,
    number: by_shop ? position.shop_lines : position.customer_lines,
    author_id: author.author_id ?? null,
    author_name: author.author_name ?? null,
    body,
    client_id: client_id ?? null,
    created_at: position.last_at,
  }
  await insertLine(tx, row)
  await publishEvents(tx, {
    user_id,
    type: by_shop ? 'chat.answered' : 'chat.written',
    topics: ['chat'],
    entity_id: user_id,
  })
  return { row, burst: position.burst_lines }
}

/** The admin who answers. A service key has no name. */
async function authorOf({ db, caller }: Transaction) {
  if (typeof caller === 'string') return {}
  const profile = await db
    .selectFrom('profiles')
    .select('full_name')
    .where('id', '=', caller.person)
    .executeTakeFirst()
  return { author_id: caller.person, author_name: profile?.full_name ?? null }
}

/**
 * The unique key of attempts decides which of two is first. The other is rolled back and returns the line of the
 * first.
 */
async function writeOnce(
  caller: CallerContext,
  line: NewLine & { user_id: string; by_shop: boolean },
  work: (tx: Transaction) => Promise<LineRow>,
) {
  try {
    return await caller.write(async (tx) => presentLine(await work(tx)))
  } catch (error) {
    const constraint = constraintOf(error)
    if (constraint === 'chat_conversations_user_id_fkey') throw new Refused('NOT_FOUND')
    if (constraint !== 'chat_lines_once') throw error
    const { client_id = '', ...rest } = line
    const earlier = await caller.read((tx) => lineOfAttempt(tx, { ...rest, client_id }))
    if (earlier?.body !== line.body) throw new Refused('IDEMPOTENCY_KEY_REUSED')
    return presentLine(earlier)
  }
}

const pages = keyset([String.raw`\d{1,9}`], ({ place }: LineRow) => [String(place)])

/** The caller's own conversation, newest line first. Refuses a foreign cursor with `NOT_FOUND`. */
export const listOwnLines = (caller: CallerContext, paging: Paging) => {
  const user_id = caller.person()
  return caller.read((tx) => linePage(tx, user_id, paging))
}

/** A customer's conversation for admins, as in `listOwnLines`. Empty if no line has been written. */
export const listLines = (caller: CallerContext, { id, ...paging }: Paging & { id: string }) =>
  caller.read((tx) => linePage(tx, id, paging))

async function linePage(tx: Transaction, user_id: string, { cursor, limit = 50 }: Paging) {
  const [place] = pages.read(cursor) ?? []
  const below = place === undefined ? undefined : Number(place)
  const { rows, next_cursor } = pages.take(await lineRows(tx, { user_id, below, limit: limit + 1 }), limit)
  return { items: rows.map(presentLine), next_cursor }
}

/** The counts of the caller's own conversation. */
export async function ownStatus(caller: CallerContext) {
  const user_id = caller.person()
  return conversationStatus('customer', await caller.read((tx) => conversationRow(tx, user_id)))
}

/** Marks the shop's lines up to `through` as seen by the caller. Marks never move back. */
export const readOwn = (caller: CallerContext, { through }: { through: number }) => {
  const user_id = caller.person()
  return caller.write((tx) => markAsRead(tx, { user_id, by_shop: false, through }))
}

/** Marks a customer's lines up to `through` as seen by the shop: for all admins, who share one inbox. */
export const readCustomer = (caller: CallerContext, { id, through }: { id: string; through: number }) =>
  caller.write((tx) => markAsRead(tx, { user_id: id, by_shop: true, through }))

async function markAsRead(tx: Transaction, mark: { user_id: string; by_shop: boolean; through: number }) {
  const { user_id, by_shop } = mark
  const moved = await advanceReadMark(tx, mark)
  if (moved) await publishEvents(tx, { user_id, type: 'chat.read', topics: ['chat'], entity_id: user_id })
  return conversationStatus(by_shop ? 'shop' : 'customer', moved ?? (await conversationRow(tx, user_id)))
}
