import { createApi } from '../../../client/api.ts'
import { inboxContract } from '../inbox.contract.ts'

export const inboxApi = createApi('inbox', inboxContract)

type InboxItem = Awaited<ReturnType<typeof inboxApi.list.call>>['items'][number]

/** An item as a row of a list. */
export const rowOf = (item: InboxItem) => ({
  ...item,
  // An order can wait for its check and for a refund at the same time.
  id: `${item.kind}-${item.id}`,
  itemId: item.id,
  created_at: item.since,
})

export type InboxRowItem = ReturnType<typeof rowOf>
