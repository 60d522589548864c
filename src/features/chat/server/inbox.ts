import { Refused } from '../../../shared/refusal.ts'
import type { Transaction } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { audit } from '../../audit/server/audit.ts'
import { latestRequestsOf } from '../../requests/server/list.ts'
import { countWaiting, customerRow, type InboxFilter, inboxRows } from './inbox-rows.ts'
import { presentConversation } from './present.ts'
import { setClosed } from './store.ts'

/**
 * Conversations for admins: unread first, then newest first. The filter searches the customer's names and address.
 */
export async function listConversations(caller: CallerContext, filter: InboxFilter) {
  const { rows, next_cursor } = await caller.read((tx) => inboxRows(tx, filter))
  return { items: rows.map(presentConversation), next_cursor }
}

export const countUnread = async (caller: CallerContext) => ({
  conversations: await caller.read(countWaiting),
})

/** A customer's conversation, even if it has no line yet. Refuses an unknown customer with `NOT_FOUND`. */
export const findConversation = (caller: CallerContext, id: string) => caller.read((tx) => found(tx, id))

/** Closes or reopens a conversation. Refuses an unknown customer with `NOT_FOUND`. */
export const closeConversation = (caller: CallerContext, { id, closed }: { id: string; closed: boolean }) =>
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
    return found(tx, id)
  })

/** A customer's latest requests of every product, shown beside the conversation. */
export const requestsBeside = async (caller: CallerContext, id: string) => ({
  items: await caller.read((tx) => latestRequestsOf(tx, id)),
})

async function found(tx: Transaction, id: string) {
  const row = await customerRow(tx, id)
  if (!row) throw new Refused('NOT_FOUND')
  return presentConversation(row)
}
