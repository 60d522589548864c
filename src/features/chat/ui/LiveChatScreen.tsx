import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { chatApi, ownConversationApi, type ConversationStatus } from './chat.api.ts'
import { m } from '../../../paraglide/messages.js'
import { Copyable } from '../../../kit/Copyable.tsx'
import { ErrorState } from '../../../kit/list/list-states.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { SegmentedControl } from '../../../kit/form/SegmentedControl.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { chatDraftAbout } from '../../../client/chat-link.ts'
import { LinesSkeleton } from './Lines.tsx'
import { ChatHeader, EmptyChat } from './ChatIntroduction.tsx'
import { useDraft } from './Composer.tsx'
import { Conversation } from './Conversation.tsx'

export const handle = { firstCalls: () => ['/api/chat'] }

export const meta = pageTitle(() => ({ title: m.common_live_chat_support() }))

/**
 * The customer's chat with the shop: its own, or the operator's widget. An earlier own conversation can still be
 * read beside the widget.
 */
export default function LiveChatScreen() {
  const status = useQuery(chatApi.standing.queryOptions())
  const about = useAbout(status.data?.frame === null)
  const [shown, setShown] = useState<'widget' | 'own'>('widget')
  const { data } = status
  const frame = shown === 'widget' || !data?.lines ? data?.frame : null
  return (
    // Fills the height that is left below the content above the chat, so that the text field is always visible.
    <div className="-mb-8 flex h-[calc(100dvh-169px-env(safe-area-inset-bottom))] min-h-[420px] flex-col lg:-mb-4 lg:h-[calc(100dvh-145px)]">
      <ChatHeader minutes={data && !data.frame ? data.answer_minutes : null} />
      {data?.frame && data.lines ? (
        <SegmentedControl
          label={m.common_live_chat_support()}
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
      {status.isError && !data ? (
        <ErrorState title={m.chat_failed()} query={status} />
      ) : (
        <ChatPanel busy={!data}>
          {data ? frame ? <WidgetFrame frame={frame} /> : <OwnChat status={data} /> : <ChatSkeleton />}
        </ChatPanel>
      )}
    </div>
  )
}

const ChatSkeleton = () => (
  <div className="px-4 sm:px-5">
    <LinesSkeleton />
  </div>
)

/**
 * The subject of the conversation, from the address. In our own chat it becomes the start of the text, once. A
 * provider's chat does not receive it.
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

/** The customer's conversation with the team of the shop. */
function OwnChat({ status }: { status: ConversationStatus & { answer_minutes: number } }) {
  const { business } = usePageData()
  const api = useMemo(() => ownConversationApi(), [])
  return (
    <Conversation
      api={api}
      status={status}
      customer={m.chat_you()}
      label={m.chat_with({ name: business.name })}
      placeholder={m.chat_write()}
      empty={<EmptyChat minutes={status.answer_minutes} />}
    />
  )
}

/**
 * The chat of a provider, in a document of its own: in this one it could read the session. The server decides what
 * the frame may do (`chat-widget.ts`). It gets no camera, no location and no referrer.
 */
function WidgetFrame({ frame }: { frame: { src: string; sandbox: string } }) {
  const [loaded, setLoaded] = useState(false)
  return (
    <>
      {loaded ? null : (
        <div aria-busy className="px-5">
          <LinesSkeleton />
        </div>
      )}
      <iframe
        title={m.common_live_chat_support()}
        src={frame.src}
        sandbox={frame.sandbox}
        allow=""
        referrerPolicy="no-referrer"
        onLoad={() => setLoaded(true)}
        className="min-h-0 w-full flex-1 border-0 bg-card"
      />
      <p className="border-t border-line px-4 py-2 text-sm text-muted">
        {m.chat_frame_trouble()}{' '}
        <a href="/support#write" className="font-semibold text-primary underline underline-offset-2">
          {m.chat_frame_other()}
        </a>
      </p>
    </>
  )
}

/** The panel around a chat. It fills the height that is left. */
function ChatPanel({ busy = false, children }: { busy?: boolean; children: ReactNode }) {
  return (
    <section
      aria-busy={busy}
      className="flex min-h-0 w-full flex-1 flex-col overflow-hidden rounded-card border border-line bg-ground"
    >
      {children}
    </section>
  )
}
