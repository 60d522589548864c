import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowDown } from 'lucide-react'
import {
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { m } from '../../../paraglide/messages.js'
import { useMay } from '../../../client/session/staff.tsx'
import { outageMessage } from '../../../client/error-messages.ts'
import { Button } from '../../../kit/Button.tsx'
import { ErrorState } from '../../../kit/list/list-states.tsx'
import { loadedRows } from '../../../kit/list/paging.ts'
import { Composer, useDraft } from './Composer.tsx'
import { Lines, LinesSkeleton, UnsentLine } from './Lines.tsx'
import { useOutbox } from './outbox.ts'
import { type Line, type ConversationStatus, type ConversationApi, chatApi } from './chat.api.ts'

interface ConversationProps {
  api: ConversationApi
  status: ConversationStatus
  customer: string
  /** Shown before the first line. */
  empty: ReactNode
  /** The name of the conversation, for screen readers. */
  label: string
  placeholder: string
  /** What is beside the text field. It may insert a text. */
  renderTools?: (insert: (text: string) => void) => ReactNode
}

/** A conversation as one of its sides reads and writes it. Mount a new one for another conversation. */
export function Conversation(props: ConversationProps) {
  const { api, status, customer, empty, label, placeholder, renderTools } = props
  const list = useInfiniteQuery(api.lines)
  const newestFirst = loadedRows(list.data)
  const loaded = newestFirst !== undefined
  const lines = useMemo(() => newestFirst?.toReversed() ?? [], [newestFirst])
  const outbox = useOutbox(api, lines)
  const { draft, setDraft } = useDraft(api.name)
  const { unsent } = outbox
  const {
    scroller,
    list: content,
    isScrolledUp,
    onScroll,
    scrollToEnd,
  } = useScroll(unsent.at(-1)?.client_id ?? lines.at(-1)?.id, loaded)
  const [firstNew] = useState(status.unread > 0 ? status.read + 1 : undefined)
  const may = useMay()
  const writes = api.side === 'customer' || may('messages.write')
  useMarkAsRead(api, { lines: newestFirst ?? [], status, isScrolledUp, writes })

  const send = (text: string) => {
    outbox.send(text)
    scrollToEnd()
  }
  if (list.isError && !newestFirst)
    return (
      <div className="m-4">
        <ErrorState title={m.chat_failed()} query={list}>
          {outageMessage(list.error)}
        </ErrorState>
      </div>
    )
  return (
    <>
      <div className="relative min-h-0 flex-1">
        <div
          ref={scroller}
          onScroll={onScroll}
          role="log"
          aria-label={label}
          aria-busy={!loaded}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard
          tabIndex={0}
          className="flex h-full flex-col-reverse overflow-y-auto overscroll-contain px-4 py-3 [overflow-anchor:none] sm:px-5"
        >
          <div ref={content} className="mt-auto">
            {list.hasNextPage ? (
              <div className="flex justify-center pb-2">
                <Button
                  variant="quiet"
                  size="small"
                  busy={list.isFetchingNextPage}
                  onClick={() => void list.fetchNextPage()}
                >
                  {m.chat_earlier()}
                </Button>
              </div>
            ) : null}
            {loaded ? null : <LinesSkeleton />}
            {loaded && !lines.length && !unsent.length ? empty : null}
            {lines.length || unsent.length ? (
              <ol className="flex flex-col gap-1">
                <Lines
                  lines={lines}
                  side={api.side}
                  firstNew={firstNew}
                  seen={status.seen}
                  customer={customer}
                />
                {unsent.map((line) => (
                  <UnsentLine
                    key={line.client_id}
                    line={line}
                    onRetry={() => outbox.retry(line)}
                    onDiscard={() => outbox.discard(line)}
                  />
                ))}
              </ol>
            ) : null}
          </div>
        </div>
        {isScrolledUp ? (
          <Button
            variant="secondary"
            size="small"
            onClick={scrollToEnd}
            className="absolute bottom-3 left-1/2 -translate-x-1/2 shadow-soft"
          >
            <ArrowDown aria-hidden className="size-4" />
            {status.unread > 0 ? m.chat_unread({ count: status.unread }) : m.chat_to_end()}
          </Button>
        ) : null}
      </div>
      {writes ? (
        <Composer
          draft={draft}
          onDraft={setDraft}
          onSend={send}
          label={placeholder}
          tools={renderTools?.(setDraft)}
        />
      ) : null}
    </>
  )
}

/** A reader who is this close to the end, in pixels, is reading the newest line. */
const END_DISTANCE = 48

/**
 * Controls the scroll position. At the end, the conversation follows new lines. A reader of older lines is not
 * moved, whether a line is added at the end or a page at the beginning: the scrolling element grows upwards
 * (`flex-col-reverse`), so its position counts from the end. A reader who returns starts at the first new line
 * (`data-divider`).
 * @param newest the id of the last line, as in its `data-line`
 * @param loaded whether the lines are loaded
 */
function useScroll(newest: string | undefined, loaded: boolean) {
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [isScrolledUp, setScrolledUp] = useState(false)
  const previousNewest = useRef(newest)

  useLayoutEffect(() => {
    const last = previousNewest.current
    previousNewest.current = newest
    const element = scroller.current
    if (!element || !last || last === newest || !isScrolledUpIn(element)) return
    const line = list.current?.querySelector(`[data-line="${CSS.escape(last)}"]`)
    if (!line || !list.current) return
    element.scrollTop -= list.current.getBoundingClientRect().bottom - line.getBoundingClientRect().bottom
  }, [newest])

  useLayoutEffect(() => {
    const mark = list.current?.querySelector('[data-divider]')
    const element = scroller.current
    if (!loaded || !mark || !element) return
    const above = mark.getBoundingClientRect().top - element.getBoundingClientRect().top
    if (above < 0) element.scrollTop += above - 16
  }, [loaded])

  return {
    scroller,
    list,
    /** Whether the reader is among older lines. */
    isScrolledUp,
    onScroll: () => setScrolledUp(scroller.current !== null && isScrolledUpIn(scroller.current)),
    scrollToEnd: () => scroller.current?.scrollTo({ top: 0 }),
  }
}

const isScrolledUpIn = ({ scrollTop }: Element) => scrollTop < -END_DISTANCE

/**
 * Marks the other side's lines as read when the last of them is visible: the end of the conversation is on screen,
 * and the page is in the foreground.
 */
function useMarkAsRead(api: ConversationApi, { lines, status, isScrolledUp, writes }: MarkAsReadOptions) {
  const client = useQueryClient()
  const requested = useRef(0)
  const { mutate } = useMutation({
    mutationFn: api.read,
    onSuccess: () => client.invalidateQueries({ queryKey: chatApi.key() }),
    onError: () => {
      requested.current = 0
    },
  })
  const isVisible = useSyncExternalStore(subscribeToVisibility, isPageVisible)
  const last = lines.find((line) => line.from !== api.side)
  const unread = last && last.number > status.read ? last.place : 0
  useEffect(() => {
    if (!writes || !unread || isScrolledUp || !isVisible || requested.current >= unread) return
    requested.current = unread
    mutate(unread)
  }, [writes, unread, isScrolledUp, isVisible, mutate])
}

interface MarkAsReadOptions {
  /** Newest first. */
  lines: readonly Line[]
  status: ConversationStatus
  isScrolledUp: boolean
  /** Whether the reader may write, and so may mark lines as read. */
  writes: boolean
}

const isPageVisible = () => document.visibilityState === 'visible'

function subscribeToVisibility(onChange: () => void) {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
