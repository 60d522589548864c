import { useInfiniteQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { chatApi } from '../api.ts'
import { m } from '../../../../paraglide/messages.js'
import { outageMessage } from '../../../../client/error-messages.ts'
import { EmptyState, ErrorState, LoadMore } from '../../../../kit/list/list-states.tsx'
import { Select, TextField } from '../../../../kit/form/Field.tsx'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { pagingOptions, loadedRows } from '../../../../kit/list/paging.ts'
import { useDebouncedValue } from '../../../../kit/form/debounce.ts'
import { ConversationRow } from './ConversationRow.tsx'
import { type InboxFilter, inputOf, shownWords } from './filter.ts'

interface ConversationListProps {
  filter: InboxFilter
  onFilter: (filter: InboxFilter) => void
  /** The customer whose conversation is open. */
  chosen: string
}

/** Conversations: unread first, then by their last line; new ones come in by themselves. */
export function ConversationList({ filter, onFilter, chosen }: ConversationListProps) {
  const q = useDebouncedValue(filter.q)
  const list = useInfiniteQuery(
    chatApi.inbox.list.infiniteOptions({
      input: (cursor: string | undefined) => inputOf({ ...filter, q }, cursor),
      ...pagingOptions,
      placeholderData: (before) => before,
    }),
  )
  const rows = loadedRows(list.data)
  return (
    <div className="flex flex-col lg:h-[max(420px,calc(100dvh-236px))]">
      <div className="mb-3 flex flex-col gap-2">
        <TextField
          label={m.chat_search()}
          hideLabel
          type="search"
          placeholder={m.chat_search()}
          value={filter.q}
          maxLength={100}
          onChange={(event) => onFilter({ ...filter, q: event.target.value })}
        />
        <Select
          label={m.chat_show()}
          hideLabel
          value={filter.show}
          options={shownWords()}
          onChange={(event) => onFilter({ ...filter, show: event.target.value as InboxFilter['show'] })}
        />
      </div>
      {list.isError && !rows ? (
        <ErrorState title={m.chat_inbox_failed()} onRetry={() => void list.refetch()} busy={list.isFetching}>
          {outageMessage(list.error)}
        </ErrorState>
      ) : null}
      {rows?.length === 0 ? (
        <EmptyState icon={Inbox} title={filter.q.trim() ? m.chat_inbox_not_found() : m.chat_inbox_none()}>
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
            <LoadMore
              more={list.hasNextPage}
              busy={list.isFetchingNextPage}
              onMore={() => void list.fetchNextPage()}
            />
          </div>
        </div>
      )}
    </div>
  )
}
