import { useInfiniteQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { supportApi } from './api.ts'
import { m } from '../../../paraglide/messages.js'
import { outageMessage } from '../../../client/error-messages.ts'
import { Button } from '../../../kit/Button.tsx'
import { EmptyState, ErrorState, LoadMore } from '../../../kit/list/list-states.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { SegmentedControl } from '../../../kit/form/SegmentedControl.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { pagingOptions, loadedRows } from '../../../kit/list/paging.ts'
import type { MessageState } from '../message.ts'
import { MessageCard } from './MessageCard.tsx'
import { stateWords } from './state-words.ts'

export const meta = pageTitle(() => ({ title: m.messages_title() }))

type Shown = MessageState | 'all'

/** What people wrote in the contact form, newest first; new ones come in by themselves. */
export default function MessagesScreen() {
  const [shown, setShown] = useState<Shown>('all')
  const list = useInfiniteQuery(
    supportApi.list.infiniteOptions({
      input: (cursor) => ({ cursor, ...(shown !== 'all' && { state: shown }) }),
      ...pagingOptions,
    }),
  )
  const rows = loadedRows(list.data)
  const options = [
    { value: 'all' as Shown, label: m.messages_all() },
    ...stateWords().map(([value, label]) => ({ value, label })),
  ]
  return (
    <>
      <PageHeader title={m.messages_title()}>{m.messages_about()}</PageHeader>
      <SegmentedControl
        label={m.messages_filter()}
        options={options}
        value={shown}
        onChange={setShown}
        className="mb-4"
      />
      {list.isError && !rows ? (
        <ErrorState title={m.messages_failed()} onRetry={() => void list.refetch()} busy={list.isFetching}>
          {outageMessage(list.error)}
        </ErrorState>
      ) : null}
      {rows?.length === 0 ? (
        <EmptyState
          icon={Inbox}
          title={m.messages_none()}
          action={
            shown === 'all' ? null : (
              <Button variant="secondary" onClick={() => setShown('all')}>
                {m.messages_show_all()}
              </Button>
            )
          }
        >
          {shown === 'all' ? m.messages_none_about() : null}
        </EmptyState>
      ) : null}
      {rows?.length === 0 || (list.isError && !rows) ? null : (
        <ul aria-label={m.messages_title()} aria-busy={!rows} className="flex flex-col gap-3">
          {rows?.map((message) => <MessageCard key={message.id} message={message} />) ??
            [0, 1, 2].map((index) => (
              <li key={index}>
                <Skeleton className="h-28 w-full" />
              </li>
            ))}
        </ul>
      )}
      <LoadMore
        more={list.hasNextPage}
        busy={list.isFetchingNextPage}
        onMore={() => void list.fetchNextPage()}
      />
    </>
  )
}
