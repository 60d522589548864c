import { Refused } from '../../../shared/refusal.ts'
import type { Transaction } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { presentLine, conversationStatus } from './inbox-rows.ts'
import { conversationRow, lineRows, moveMark } from './store.ts'

interface Paging {
  cursor?: string | undefined
  limit?: number | undefined
}

/** The caller's own conversation, newest line first. Refuses a foreign cursor with `NOT_FOUND`. */
export const listOwnLines = (caller: CallerContext, paging: Paging) => {
  const user_id = caller.person()
  return caller.read((tx) => linePage(tx, user_id, paging))
}

/** A customer's conversation for admins, as in `listOwnLines`. Empty if no line has been written. */
export const listLines = (caller: CallerContext, { id, ...paging }: Paging & { id: string }) =>
  caller.read((tx) => linePage(tx, id, paging))

async function linePage(tx: Transaction, user_id: string, { cursor, limit = 50 }: Paging) {
  if (cursor !== undefined && !/^\d{1,9}$/.test(cursor)) throw new Refused('NOT_FOUND')
  const below = cursor === undefined ? undefined : Number(cursor)
  const rows = await lineRows(tx, { user_id, below, limit: limit + 1 })
  const more = rows.length > limit
  const shown = more ? rows.slice(0, limit) : rows
  return { items: shown.map(presentLine), next_cursor: more ? String(shown.at(-1)!.place) : null }
}

/** The counts of the caller's own conversation. */
export async function ownStanding(caller: CallerContext) {
  const user_id = caller.person()
  return conversationStatus('customer', await caller.read((tx) => conversationRow(tx, user_id)))
}

/** Marks the shop's lines up to `through` as seen by the caller. Marks never move back. */
export const readOwn = (caller: CallerContext, { through }: { through: number }) => {
  const user_id = caller.person()
  return caller.write((tx) => mark(tx, { user_id, by_shop: false, through }))
}

/** Marks a customer's lines up to `through` as seen by the shop: for all admins, who share one inbox. */
export const readCustomer = (caller: CallerContext, { id, through }: { id: string; through: number }) =>
  caller.write((tx) => mark(tx, { user_id: id, by_shop: true, through }))

async function mark(tx: Transaction, wanted: { user_id: string; by_shop: boolean; through: number }) {
  const { user_id, by_shop } = wanted
  const moved = await moveMark(tx, wanted)
  if (moved) await publishEvents(tx, { user_id, type: 'chat.read', topics: ['chat'], entity_id: user_id })
  return conversationStatus(by_shop ? 'shop' : 'customer', moved ?? (await conversationRow(tx, user_id)))
}
