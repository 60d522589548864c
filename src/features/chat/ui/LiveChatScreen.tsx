import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { chatApi } from './api.ts'
import { m } from '../../../paraglide/messages.js'
import { Copyable } from '../../../kit/Copyable.tsx'
import { ErrorState } from '../../../kit/list/list-states.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { SegmentedControl } from '../../../kit/form/SegmentedControl.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { chatDraftAbout } from '../../../client/chat-link.ts'
import { ChatPanel } from './ChatPanel.tsx'
import { LinesSkeleton } from './LinesSkeleton.tsx'
import { useDraft } from './drafts.ts'
import { OwnChat } from './OwnChat.tsx'
import { waitWords } from './wait-words.ts'
import { WidgetFrame } from './WidgetFrame.tsx'

export const meta = pageTitle(() => ({ title: m.chat_title() }))

/** The customer's chat with the shop: its own, or the operator's widget, beside which an earlier one stays readable. */
export default function LiveChatScreen() {
  const { locale, business } = usePageData()
  const standing = useQuery(chatApi.standing.queryOptions())
  const about = useAbout(standing.data?.frame === null)
  const [shown, setShown] = useState<'widget' | 'own'>('widget')
  const { data } = standing
  const frame = shown === 'widget' || !data?.lines ? data?.frame : null
  return (
    // As high as the screen leaves room for, whatever stands above the chat: the text field is always in sight.
    <div className="-mb-8 flex h-[calc(100dvh-169px-env(safe-area-inset-bottom))] min-h-[420px] flex-col lg:-mb-4 lg:h-[calc(100dvh-145px)]">
      <PageHeader title={m.chat_title()}>
        {data && !data.frame
          ? m.chat_about({ business: business.name, wait: waitWords(data.answer_minutes, locale) })
          : m.chat_about_widget({ business: business.name })}
      </PageHeader>
      {data?.frame && data.lines ? (
        <SegmentedControl
          label={m.chat_title()}
          options={[
            { value: 'widget', label: m.chat_live() },
            { value: 'own', label: data.unread ? m.chat_unread({ count: data.unread }) : m.chat_history() },
          ]}
          value={shown}
          onChange={setShown}
          className="mb-4"
        />
      ) : null}
      {about && frame ? (
        <Notice className="mb-4">
          {m.chat_copy_about()} <Copyable text={about} />
        </Notice>
      ) : null}
      {standing.isError && !data ? (
        <div className="max-w-[820px]">
          <ErrorState
            title={m.chat_failed()}
            onRetry={() => void standing.refetch()}
            busy={standing.isFetching}
          />
        </div>
      ) : (
        <ChatPanel busy={!data}>
          {data ? frame ? <WidgetFrame frame={frame} /> : <OwnChat standing={data} /> : <Waiting />}
        </ChatPanel>
      )}
    </div>
  )
}

const Waiting = () => (
  <div className="px-4 sm:px-5">
    <LinesSkeleton />
  </div>
)

/**
 * What the conversation is to be about, as the address says it. It becomes the beginning of the text, once, where the
 * chat is our own; somebody else's gets no word of it by itself.
 */
function useAbout(own: boolean): string {
  const [search, setSearch] = useSearchParams()
  const { draft, setDraft } = useDraft('own')
  const about = chatDraftAbout(search.get('about'))
  useEffect(() => {
    if (!own || !about) return
    if (!draft.startsWith(about)) setDraft(`${about}\n${draft}`)
    setSearch({}, { replace: true })
  }, [own, about, draft, setDraft, setSearch])
  return about
}
