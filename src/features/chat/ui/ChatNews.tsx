import { useQuery } from '@tanstack/react-query'
import { m } from '../../../paraglide/messages.js'
import { LinkButton } from '../../../kit/Button.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { chatApi } from './api.ts'

/** On a customer's first screen: says that the shop has written. Shows nothing if everything was read. */
export function ChatNews() {
  const unread = useUnreadLines()
  return unread ? <News words={m.chat_news({ count: unread })} to="/dashboard/livechat" /> : null
}

/** On the admins' first screen: says that customers have written. Shows nothing if everything was read. */
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

/** The shop's lines that the customer has not seen; 0 until they are loaded. */
export const useUnreadLines = (): number => useQuery(chatApi.standing.queryOptions()).data?.unread ?? 0

/** Conversations with lines that no admin has seen; 0 until they are loaded. */
export const useUnreadConversations = (): number =>
  useQuery(chatApi.inbox.unread.queryOptions()).data?.conversations ?? 0
