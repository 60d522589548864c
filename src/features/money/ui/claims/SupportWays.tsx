import { MessagesSquare } from 'lucide-react'
import { m } from '../../../../paraglide/messages.js'
import { LinkButton } from '../../../../kit/Button.tsx'
import { chatUrl } from '../../../../client/chat-link.ts'

/** The ways to get support about a purchase. The chat opens with a draft that names it. */
export function SupportWays({ about }: { about?: string }) {
  return (
    <div className="flex flex-wrap gap-2">
      <LinkButton to={about ? chatUrl(about) : '/dashboard/livechat'} variant="secondary">
        <MessagesSquare aria-hidden className="size-4" />
        {m.chat_live()}
      </LinkButton>
    </div>
  )
}
