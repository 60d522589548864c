import { useQuery } from '@tanstack/react-query'
import { m } from '../../../paraglide/messages.js'
import { LinkButton } from '../../../kit/Button.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { chatApi } from './chat.api.ts'

/** On a customer's first screen: says that the shop has written. Shows nothing if everything was read. */
export function ChatNews() {
  const unread = useUnreadLines()
  return unread ? (
    <Notice
      className="mb-4 items-center!"
      action={
        <LinkButton to="/dashboard/livechat" size="small">
          {m.chat_open()}
        </LinkButton>
      }
    >
      {m.chat_news({ count: unread })}
    </Notice>
  ) : null
}

/** The shop's lines that the customer has not seen; 0 until they are loaded. */
export const useUnreadLines = (): number => useQuery(chatApi.standing.queryOptions()).data?.unread ?? 0
