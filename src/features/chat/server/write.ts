import { randomUUIDv7 } from 'node:crypto'
import { Refused } from '../../../shared/refusal.ts'
import { constraintOf, type Transaction } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { audit } from '../../audit/server/audit.ts'
import { LINES_A_MINUTE } from '../line.ts'
import { presentLine } from './inbox-rows.ts'
import { insertLine, lineOfAttempt, type LineRow, reserveNextPlace } from './store.ts'

interface Wanted {
  body: string
  client_id?: string | undefined
}

/**
 * Writes a line of the caller to the shop. A repeated `client_id` returns the line that it wrote before. Refuses
 * with `TOO_MANY_REQUESTS` above the limit of a minute, and with `IDEMPOTENCY_KEY_REUSED` another text under a used
 * `client_id`.
 */
export function sendLine(caller: CallerContext, wanted: Wanted) {
  const user_id = caller.person()
  return once(caller, { ...wanted, user_id, by_shop: false }, async (tx) => {
    const { row, burst } = await write(tx, { ...wanted, user_id, by_shop: false })
    if (burst > LINES_A_MINUTE) throw new Refused('TOO_MANY_REQUESTS')
    return row
  })
}

/**
 * Writes a line of the shop to a customer, under the admin's name. Retries work as in `sendLine`. Refuses an
 * unknown customer with `NOT_FOUND`.
 */
export function answerCustomer(caller: CallerContext, { id: user_id, ...wanted }: Wanted & { id: string }) {
  return once(caller, { ...wanted, user_id, by_shop: true }, async (tx) => {
    const author = await authorOf(tx)
    const { row } = await write(tx, { ...wanted, user_id, by_shop: true, ...author })
    await audit(tx, 'admin', {
      action: 'chat.answered',
      entity: 'chat',
      entity_id: user_id,
      after: { line: row.id, place: row.place },
    })
    return row
  })
}

type Line = Wanted &
  Pick<LineRow, 'user_id' | 'by_shop'> &
  Partial<Pick<LineRow, 'author_id' | 'author_name'>>

async function write(tx: Transaction, { user_id, by_shop, body, client_id, ...author }: Line) {
  const taken = await reserveNextPlace(tx, { user_id, by_shop, body })
  const row: LineRow = {
    user_id,
    place: taken.customer_lines + taken.shop_lines,
    id: randomUUIDv7(),
    by_shop,
    number: by_shop ? taken.shop_lines : taken.customer_lines,
    author_id: author.author_id ?? null,
    author_name: author.author_name ?? null,
    body,
    client_id: client_id ?? null,
    created_at: taken.last_at,
  }
  await insertLine(tx, row)
  await publishEvents(tx, {
    user_id,
    type: by_shop ? 'chat.answered' : 'chat.written',
    topics: ['chat'],
    entity_id: user_id,
  })
  return { row, burst: taken.burst_lines }
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
async function once(
  caller: CallerContext,
  line: Wanted & { user_id: string; by_shop: boolean },
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
