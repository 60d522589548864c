import { useQuery } from '@tanstack/react-query'
import { m } from '../../../paraglide/messages.js'
import { classes } from '../../../kit/classes.ts'
import { LinkButton } from '../../../kit/Button.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { chatApi } from './chat.api.ts'

/** On a customer's first screen: says that the shop has written. Shows nothing if everything was read. */
export function ChatNews() {
  const unread = useUnreadLines()
  return unread ? (
    <NewsNotice text={m.chat_news({ count: unread })} to="/dashboard/livechat" className="mb-4" />
  ) : null
}

/** On the admins' first screen: says that customers have written. Shows nothing if everything was read. */
export function InboxNews({ waiting }: { waiting: number }) {
  return waiting ? (
    <NewsNotice text={m.chat_news_admin({ count: waiting })} to="/admin/chat" className="mt-6" />
  ) : null
}

function NewsNotice({ text, to, className }: { text: string; to: string; className: string }) {
  return (
    <Notice
      className={classes('items-center!', className)}
      action={
        <LinkButton to={to} size="small">
          {m.chat_open()}
        </LinkButton>
      }
    >
      {text}
    </Notice>
  )
}

/** The shop's lines that the customer has not seen; 0 until they are loaded. */
export const useUnreadLines = (): number => useQuery(chatApi.standing.queryOptions()).data?.unread ?? 0
