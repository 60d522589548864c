import { useInfiniteQuery } from '@tanstack/react-query'
import { ArrowDown } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { m } from '../../../paraglide/messages.js'
import { outageMessage } from '../../../client/error-messages.ts'
import { Button } from '../../../kit/Button.tsx'
import { ErrorState } from '../../../kit/list/list-states.tsx'
import { loadedRows } from '../../../kit/list/paging.ts'
import { Composer } from './Composer.tsx'
import { useDraft } from './drafts.ts'
import { Lines } from './Lines.tsx'
import { LinesSkeleton } from './LinesSkeleton.tsx'
import { useOutbox } from './outbox.ts'
import { UnsentLine } from './UnsentLine.tsx'
import { useScroll } from './use-scroll.ts'
import { useSeen } from './use-seen.ts'
import type { Standing, Wire } from './wire.ts'

interface ConversationProps {
  wire: Wire
  standing: Standing
  customer: string
  /** Shown where nobody has written yet. */
  empty: ReactNode
  /** What is said to screen readers about the whole. */
  label: string
  placeholder: string
}

/** A conversation as one of its sides reads and writes it. Mount it anew for another one. */
export function Conversation(props: ConversationProps) {
  const { wire, standing, customer, empty, label, placeholder } = props
  const list = useInfiniteQuery(wire.lines)
  const newestFirst = loadedRows(list.data)
  const loaded = newestFirst !== undefined
  const lines = useMemo(() => newestFirst?.toReversed() ?? [], [newestFirst])
  const outbox = useOutbox(wire)
  const { draft, setDraft } = useDraft(wire.name)
  const unsent = outbox.unsentBeside(lines)
  const {
    scroller,
    list: content,
    away,
    onScroll,
    toEnd,
  } = useScroll(unsent.at(-1)?.client_id ?? lines.at(-1)?.id, loaded)
  const [firstNew] = useState(standing.unread > 0 ? standing.read + 1 : undefined)
  useSeen(wire, { lines: newestFirst ?? [], standing, away })

  const send = (text: string) => {
    outbox.send(text)
    toEnd()
  }
  if (list.isError && !newestFirst)
    return (
      <div className="m-4">
        <ErrorState title={m.chat_failed()} onRetry={() => void list.refetch()} busy={list.isFetching}>
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
                  side={wire.side}
                  firstNew={firstNew}
                  seen={standing.seen}
                  customer={customer}
                />
                {unsent.map((line) => (
                  <UnsentLine
                    key={line.client_id}
                    line={line}
                    onAgain={() => outbox.again(line)}
                    onDiscard={() => outbox.discard(line)}
                  />
                ))}
              </ol>
            ) : null}
          </div>
        </div>
        {away ? (
          <Button
            variant="secondary"
            size="small"
            onClick={toEnd}
            className="absolute bottom-3 left-1/2 -translate-x-1/2 shadow-soft"
          >
            <ArrowDown aria-hidden className="size-4" />
            {standing.unread > 0 ? m.chat_unread({ count: standing.unread }) : m.chat_to_end()}
          </Button>
        ) : null}
      </div>
      <Composer draft={draft} onDraft={setDraft} onSend={send} label={placeholder} />
    </>
  )
}
