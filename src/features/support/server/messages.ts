import { ConcurrentChange } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import { Refused } from '../../../shared/refusal.ts'
import { audit } from '../../audit/server/audit.ts'
import type { MessageState } from '../message.ts'
import { findMessage, messagePage, presentMessage, setMessageState } from './store.ts'

interface Wanted {
  state?: MessageState | undefined
  cursor?: string | undefined
  limit?: number | undefined
}

/** What people wrote, newest first; only those in a state when one is given. */
export async function listMessages(caller: CallerContext, wanted: Wanted) {
  const { rows, next_cursor } = await caller.read((tx) => messagePage(tx, wanted))
  return { items: rows.map(presentMessage), next_cursor }
}

/**
 * Says how far an admin is with a message. Refuses with `NOT_FOUND`, and with `CONFLICT` and the message as it is now
 * when it is no longer at the version that the admin saw.
 */
export const markMessage = (
  caller: CallerContext,
  { id, state, version }: { id: string; state: MessageState; version?: number | undefined },
) =>
  caller.write(async (tx) => {
    const before = await findMessage(tx, id)
    if (!before) throw new Refused('NOT_FOUND')
    if (version !== undefined && version !== before.version)
      throw new Refused('CONFLICT', presentMessage(before))
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
    return presentMessage(after)
  })
