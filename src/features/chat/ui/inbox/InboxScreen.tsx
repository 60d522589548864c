import { MessagesSquare } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { m } from '../../../../paraglide/messages.js'
import { classes } from '../../../../kit/classes.ts'
import { PageHeader } from '../../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../../kit/page/page-title.ts'
import { ConversationList } from './ConversationList.tsx'
import { CustomerChat } from './CustomerChat.tsx'
import { openConversations } from './inbox-filter.ts'

export const meta = pageTitle(() => ({ title: m.chat_inbox_title() }))

/**
 * The admins' inbox: conversations at the left, the chosen one (`?with=`) beside them; on a phone one at a time.
 */
export default function InboxScreen() {
  const [search] = useSearchParams()
  const [filter, setFilter] = useState(openConversations)
  const chosen = search.get('with') ?? ''
  return (
    <>
      <div className={classes(chosen && 'max-lg:sr-only')}>
        <PageHeader title={m.chat_inbox_title()}>{m.chat_inbox_about()}</PageHeader>
      </div>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[300px_minmax(0,1fr)]">
        <div className={classes(chosen && 'max-lg:hidden')}>
          <ConversationList filter={filter} onFilter={setFilter} chosen={chosen} />
        </div>
        {chosen ? (
          <CustomerChat key={chosen} id={chosen} />
        ) : (
          <div className="grid h-[max(420px,calc(100dvh-236px))] place-content-center justify-items-center gap-2 rounded-card border border-dashed border-edge p-6 text-center text-muted max-lg:hidden">
            <MessagesSquare aria-hidden className="size-7" />
            <p>{m.chat_inbox_choose()}</p>
          </div>
        )}
      </div>
    </>
  )
}
