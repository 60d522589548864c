import { m } from '../../../paraglide/messages.js'
import { LinkButton } from '../../../kit/Button.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { useUnreadConversations, useUnreadLines } from './use-unread.ts'

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
