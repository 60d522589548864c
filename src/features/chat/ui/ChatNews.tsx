import { useQuery } from '@tanstack/react-query'
import { m } from '../../../paraglide/messages.js'
import { LinkButton } from '../../../kit/Button.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { chatApi } from './api.ts'

/** On a customer's first screen: that the shop has written. Nothing when everything was read. */
export function ChatNews() {
  const unread = useUnreadLines()
  return unread ? <News words={m.chat_news({ count: unread })} to="/dashboard/livechat" /> : null
}

/** On the admins' first screen: that customers have written. Nothing when everything was read. */
export function InboxNews() {
  const waiting = useUnreadConversations()
  return waiting ? <News words={m.chat_news_admin({ count: waiting })} to="/admin/chat" /> : null
}

function News({ words, to }: { words: string; to: string }) {
  return (
    <Notice
      className="mb-4 items-center!"
      action={
        <LinkButton to={to} size="small">
          {m.chat_open()}
        </LinkButton>
      }
    >
      {words}
    </Notice>
  )
}

/** Lines of the shop that the customer has not seen; 0 until it is known. */
export const useUnreadLines = (): number => useQuery(chatApi.standing.queryOptions()).data?.unread ?? 0

/** Conversations with lines that no admin has seen; 0 until it is known. */
export const useUnreadConversations = (): number =>
  useQuery(chatApi.inbox.unread.queryOptions()).data?.conversations ?? 0
