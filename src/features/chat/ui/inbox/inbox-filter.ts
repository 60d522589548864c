import type { chatApi } from '../api.ts'
import { displayName } from '../../../../shared/person.ts'
import { m } from '../../../../paraglide/messages.js'

export type InboxConversation = Awaited<ReturnType<typeof chatApi.inbox.list.call>>['items'][number]

/** The filter of the inbox. */
export interface InboxFilter {
  show: 'all' | 'unread' | 'open' | 'closed'
  q: string
}

export const openConversations: InboxFilter = { show: 'open', q: '' }

export const filterOptions = (): { value: InboxFilter['show']; label: string }[] => [
  { value: 'open', label: m.chat_show_open() },
  { value: 'unread', label: m.chat_show_unread() },
  { value: 'closed', label: m.chat_show_closed() },
  { value: 'all', label: m.chat_show_all() },
]

/** The filter as the list's input, without empty values. */
export const inboxInput = ({ show, q }: InboxFilter, cursor: string | undefined) => ({
  ...(show !== 'all' && { show }),
  ...(q.trim() && { q: q.trim() }),
  ...(cursor && { cursor }),
})

export const customerName = ({ customer }: Pick<InboxConversation, 'customer'>) =>
  displayName(customer) ?? m.chat_unnamed()
