import { randomUUIDv7 } from 'node:crypto'
import { type Selectable, sql, type Generated } from 'kysely'
import { ConcurrentChange, type Database, type Transaction } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { Refused } from '../../../shared/refusal.ts'
import { audit } from '../../audit/server/audit.ts'
import type { MessageState } from '../message.ts'
import type { NewMessage } from '../new-message.ts'
import { answersTo } from './answers.ts'
import { listPage, type SortKey } from '../../../server/database/list.ts'
import { literally } from '../../../server/database/search.ts'
import type { Tables, Now } from '../../../server/database/tables.ts'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { rateLimitKey } from '@kikoa/auth/client-address'
import { errorBody } from '../../../server/http/error-body.ts'
import { type Server } from '../../../server/http/server.ts'
import type { Input } from '../../../shared/contract.ts'
import type { MessageSort, supportContract } from '../support.contract.ts'

type ListInput = Input<typeof supportContract.list>

/** The messages of the contact form, newest first, filtered by state. */
export async function listMessages(caller: CallerContext, input: ListInput) {
  return caller.read(async (tx) => {
    const { rows, ...page } = await selectMessages(tx, input)
    return { items: await presentMessages(tx, rows), ...page }
  })
}

/** One message. Refuses with `NOT_FOUND`. */
export const showMessage = (caller: CallerContext, id: string) =>
  caller.read(async (tx) => {
    const row = await findMessage(tx, id)
    if (!row) throw new Refused('NOT_FOUND')
    return presentMessage(tx, row)
  })

/**
 * Sets the state of a message. Refuses with `NOT_FOUND`, and with `CONFLICT` and the current message if `version` is not
 * the current one.
 */
export const markMessage = (
  caller: CallerContext,
  { id, state, version }: Input<typeof supportContract.mark>,
) =>
  caller.write(async (tx) => {
    const before = await findMessage(tx, id)
    if (!before) throw new Refused('NOT_FOUND')
    if (version !== undefined && version !== before.version)
      throw new Refused('CONFLICT', await presentMessage(tx, before))
    const after = await setMessageState(tx, before, state, caller.now)
    if (!after) throw new ConcurrentChange()
    await audit(tx, 'admin', {
      action: 'message.marked',
      entity: 'message',
      entity_id: id,
      before: { state: before.state },
      after: { state },
    })
    await publishEvents(tx, {
      user_id: null,
      type: 'message.marked',
      topics: ['messages'],
      entity_id: id,
      for_admins: true,
    })
    return presentMessage(tx, after)
  })

/**
 * Stores a message and notifies the admins. Visitors have no rights in the database, so that the service role writes.
 * Returns the message's id.
 */
export const sendMessage = (database: Database, message: NewMessage): Promise<{ id: string }> =>
  database.write('service', (tx) => storeMessage(tx, message))

/** As `sendMessage`, in a transaction of the service role that does more. */
export async function storeMessage(tx: Transaction, message: NewMessage): Promise<{ id: string }> {
  const id = randomUUIDv7()
  await insertMessage(tx, id, message)
  await publishEvents(tx, {
    user_id: null,
    type: 'message.received',
    topics: ['messages'],
    entity_id: id,
    for_admins: true,
  })
  return { id }
}

export type Row = Selectable<Tables['messages']>

const insertMessage = ({ db }: Transaction, id: string, { name, email, message }: NewMessage) =>
  db.insertInto('messages').values({ id, name, email, body: message }).execute()

const selectMessages = ({ db }: Transaction, { state, q, ...paging }: ListInput) => {
  const text = q?.trim() ? `%${literally(q.trim().toLowerCase())}%` : undefined
  const filter = sql`${state ? sql`state = ${state}` : sql`true`}
    and ${text ? sql`lower(name || ' ' || email || ' ' || body) like ${text}` : sql`true`}`
  return listPage(db, db.selectFrom('messages').selectAll(), { table: 'messages', filter, sorts }, paging)
}

const sorts = {
  name: { by: sql`name`, type: 'text' },
  status: { by: sql`state`, type: 'text' },
  since: { by: sql`created_at`, type: 'timestamptz' },
} as const satisfies Record<MessageSort, SortKey>

export const findMessage = ({ db }: Transaction, id: string): Promise<Row | undefined> =>
  db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst()

/** Undefined if the row has another version now. */
export const setMessageState = (
  { db }: Transaction,
  { id, version }: Pick<Row, 'id' | 'version'>,
  state: MessageState,
  now: Date,
): Promise<Row | undefined> =>
  db
    .updateTable('messages')
    .set({ state, version: version + 1, updated_at: now })
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst()

/** Stored messages as the API shows them, each with its answers. */
export async function presentMessages(tx: Transaction, rows: readonly Row[]) {
  const answers = await answersTo(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.map(({ id, name, email, body, state, version, created_at }) => ({
    id,
    name,
    email,
    message: body,
    state,
    version,
    created_at: created_at.toISOString(),
    answers: answers(id),
  }))
}

export const presentMessage = async (tx: Transaction, row: Row) => (await presentMessages(tx, [row]))[0]!

/**
 * Deletes the messages from an e-mail address. If the address is not confirmed (`isShown`), it deletes only those
 * that name the account's id, because the others may be another person's.
 */
export async function eraseMessagesFrom(
  { db }: Transaction,
  { id, email, isShown }: { id: string; email: string; isShown: boolean },
): Promise<void> {
  await db
    .deleteFrom('messages')
    .where(sql<boolean>`lower(email) = ${email}`)
    .where(sql<boolean>`(${isShown} or position(${id}::text in body) > 0)`)
    .execute()
}

export interface Messages {
  id: string
  name: string
  email: string
  body: string
  state: Generated<MessageState>
  version: Generated<number>
  created_at: Now
  updated_at: Now
}

declare module '../../../server/database/tables.ts' {
  interface Tables {
    messages: Messages
  }
}

/** Messages from one address, and from all addresses together. */
const PER_ADDRESS = { points: 5, duration: 600 }
const TOTAL = { points: 120, duration: 3600 }

/** Counts a message from an IP address. Returns the seconds to wait, 0 within the limit. */
export type MessageLimit = (ip: string) => Promise<number>

/** Limits of the contact form, counted on this node. `scale` multiplies them. */
export function createMessageLimit(scale: number): MessageLimit {
  const limiter = ({ points, duration }: typeof PER_ADDRESS) =>
    new RateLimiterMemory({ points: Math.max(1, Math.round(points * scale)), duration })
  const [perAddress, total] = [limiter(PER_ADDRESS), limiter(TOTAL)]
  return async (ip) => {
    try {
      await perAddress.consume(rateLimitKey(ip))
      await total.consume('all')
      return 0
    } catch (exceeded) {
      if (exceeded instanceof RateLimiterRes) return Math.max(1, Math.ceil(exceeded.msBeforeNext / 1000))
      throw exceeded
    }
  }
}

/** Applies the contact form's limit to `POST /api/messages`. Register it before the API. */
export function limitMessages(app: Server, limit: MessageLimit) {
  app.addHook('preValidation', async (request, reply) => {
    if (request.method !== 'POST' || !/^\/api\/messages\/?(?:\?|$)/.test(request.url)) return undefined
    const wait = await limit(request.ip)
    return wait ? reply.code(429).header('retry-after', wait).send(errorBody(429)) : undefined
  })
}
