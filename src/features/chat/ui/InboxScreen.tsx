import { MessagesSquare } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams, Link } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { classes } from '../../../kit/classes.ts'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { CustomerChat } from './CustomerChat.tsx'
import { useInfiniteQuery } from '@tanstack/react-query'
import { chatApi, type InboxConversation, customerName } from './chat.api.ts'
import { outageMessage } from '../../../client/error-messages.ts'
import { EmptyState, ErrorState, LoadMore } from '../../../kit/list/list-states.tsx'
import { Select, TextField } from '../../../kit/form/Field.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { loadedRows, pagingOptions } from '../../../kit/list/paging.ts'
import { useDebouncedValue } from '../../../kit/form/debounce.ts'
import { CountBadge } from '../../../kit/Badge.tsx'
import { useChangedIds } from '../../../client/live/live-updates.tsx'
import { OpenBy } from '../../presence/ui/Presence.tsx'
import { RelativeTime } from '../../../kit/dates.tsx'

export const handle = { firstCalls: () => ['/api/admin/chat?show=open'] }

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
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[340px_minmax(0,1fr)]">
        <div className={classes(chosen && 'max-lg:hidden')}>
          <ConversationList filter={filter} onFilter={setFilter} chosen={chosen} />
        </div>
        {chosen ? (
          <CustomerChat key={chosen} id={chosen} />
        ) : (
          <div className="grid h-[max(420px,calc(100dvh-204px))] place-content-center justify-items-center gap-2 rounded-card border border-dashed border-edge p-6 text-center text-muted max-lg:hidden">
            <MessagesSquare aria-hidden className="size-7" />
            <p>{m.chat_inbox_choose()}</p>
          </div>
        )}
      </div>
    </>
  )
}

interface ConversationListProps {
  filter: InboxFilter
  onFilter: (filter: InboxFilter) => void
  /** The customer whose conversation is open. */
  chosen: string
}

/** Conversations: those that wait for an answer first, then by their last line, updated live. */
export function ConversationList({ filter, onFilter, chosen }: ConversationListProps) {
  const q = useDebouncedValue(filter.q)
  const list = useInfiniteQuery(
    chatApi.inbox.list.infiniteOptions({
      input: (cursor: string | undefined) => inboxInput({ ...filter, q }, cursor),
      ...pagingOptions,
      placeholderData: (before) => before,
    }),
  )
  const rows = loadedRows(list.data)
  return (
    <div className="flex flex-col lg:h-[max(420px,calc(100dvh-204px))]">
      <div className="mb-3 flex gap-2">
        <TextField
          label={m.chat_search()}
          hideLabel
          className="min-w-0 flex-1"
          type="search"
          placeholder={m.common_search()}
          value={filter.q}
          maxLength={100}
          onChange={(event) => onFilter({ ...filter, q: event.target.value })}
        />
        <Select
          label={m.common_show()}
          hideLabel
          className="w-36 shrink-0"
          value={filter.show}
          options={filterOptions()}
          onChange={(event) => onFilter({ ...filter, show: event.target.value as InboxFilter['show'] })}
        />
      </div>
      {list.isError && !rows ? (
        <ErrorState title={m.chat_inbox_failed()} query={list}>
          {outageMessage(list.error)}
        </ErrorState>
      ) : null}
      {rows?.length === 0 ? (
        <EmptyState
          icon={MessagesSquare}
          title={filter.q.trim() ? m.chat_inbox_not_found() : m.chat_inbox_none()}
        >
          {filter.q.trim() ? null : m.chat_inbox_none_about()}
        </EmptyState>
      ) : null}
      {rows?.length === 0 || (list.isError && !rows) ? null : (
        <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain rounded-card border border-line bg-card">
          <ul aria-label={m.chat_inbox_title()} aria-busy={!rows} className="divide-y divide-line">
            {rows?.map((row) => (
              <ConversationRow key={row.id} conversation={row} chosen={row.id === chosen} />
            )) ??
              [0, 1, 2, 3].map((index) => (
                <li key={index} className="p-3">
                  <Skeleton className="h-12 w-full" />
                </li>
              ))}
          </ul>
          <div className="pb-3">
            <LoadMore query={list} />
          </div>
        </div>
      )}
    </div>
  )
}

/** A conversation in the list: customer, last line with its time, the number of unread lines, and whether it waits for an answer. */
function ConversationRow({ conversation, chosen }: { conversation: InboxConversation; chosen: boolean }) {
  const { id, unread, waiting, excerpt, last_from, last_at, closed } = conversation
  const changed = useChangedIds().has(id)
  return (
    <li className={classes(changed && 'animate-glow')}>
      <Link
        to={`/admin/chat?with=${id}`}
        aria-current={chosen ? 'true' : undefined}
        className="block px-3 py-1.5 leading-5 -outline-offset-2 hover:bg-well aria-[current]:bg-well"
      >
        <span className="flex items-baseline justify-between gap-2">
          <span className={classes('min-w-0 truncate', unread || waiting ? 'font-bold' : 'font-semibold')}>
            {customerName(conversation)}
          </span>
          {last_at ? (
            <span className="shrink-0 text-sm text-muted">
              <RelativeTime at={last_at} />
            </span>
          ) : null}
        </span>
        <span className="flex items-center justify-between gap-2">
          <span className={classes('min-w-0 truncate text-sm', unread ? 'text-ink' : 'text-muted')}>
            {last_from === 'shop' ? m.chat_excerpt_own({ text: excerpt }) : excerpt}
          </span>
          {unread ? (
            <CountBadge count={unread} label={m.chat_unread({ count: unread })} />
          ) : waiting ? (
            <span className="shrink-0 text-sm font-semibold text-pending">{m.chat_waiting()}</span>
          ) : null}
          {closed ? <span className="shrink-0 text-sm text-muted">{m.chat_closed()}</span> : null}
        </span>
        {chosen ? null : <OpenBy entity="chat" id={id} className="mt-1" />}
      </Link>
    </li>
  )
}

/** The filter of the inbox. */
export interface InboxFilter {
  show: 'all' | 'waiting' | 'open' | 'closed'
  q: string
}

export const openConversations: InboxFilter = { show: 'open', q: '' }

export const filterOptions = (): { value: InboxFilter['show']; label: string }[] => [
  { value: 'open', label: m.chat_show_open() },
  { value: 'waiting', label: m.chat_show_waiting() },
  { value: 'closed', label: m.chat_show_closed() },
  { value: 'all', label: m.chat_show_all() },
]

/** The filter as the list's input, without empty values. */
export const inboxInput = ({ show, q }: InboxFilter, cursor: string | undefined) => ({
  ...(show !== 'all' && { show }),
  ...(q.trim() && { q: q.trim() }),
  ...(cursor && { cursor }),
})
