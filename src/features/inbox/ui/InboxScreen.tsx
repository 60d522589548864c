import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { outageMessage } from '../../../client/error-messages.ts'
import { classes } from '../../../kit/classes.ts'
import { Select } from '../../../kit/form/Field.tsx'
import { pagingOptions } from '../../../kit/list/paging.ts'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { useWaiting } from '../../insights/ui/insights.api.ts'
import { Queue } from '../../requests/ui/review/Queue.tsx'
import { QueueHelp, useQueueKeys } from '../../requests/ui/review/QueueKeys.tsx'
import { inboxKinds } from '../kinds.data.ts'
import { inboxApi, rowOf } from './inbox.api.ts'
import { InboxRow } from './InboxRow.tsx'
import { kindTexts } from './kind-texts.ts'

export const handle = { firstCalls: () => ['/api/admin/inbox?limit=25'] }

export const meta = pageTitle(() => ({ title: m.inbox_title() }))

/** Everything that waits for an admin, the longest waiting first, each with its form. */
export default function InboxScreen() {
  const [search, setSearch] = useSearchParams()
  const shown = filters.find((one) => one === search.get('kind'))
  const [isHelping, setHelping] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  useQueueKeys(
    panel,
    useCallback(() => setHelping(true), []),
  )
  const show = (next: string) => setSearch(next ? { kind: next } : {}, { replace: true })
  return (
    // Late items have an icon beside their time.
    <div ref={panel} className="[--since:9.5rem]">
      <PageHeader
        title={m.inbox_title()}
        actions={
          <QueueHelp open={isHelping} onOpen={() => setHelping(true)} onClose={() => setHelping(false)} />
        }
      >
        <span className="max-md:hidden">{m.inbox_about()}</span>
      </PageHeader>
      <div className="mb-4">
        <Filters shown={shown} onShow={show} />
      </div>
      <InboxList
        key={shown}
        shown={shown}
        onClear={() => show('')}
        asked={search.get('item')}
        onAsked={() => show(shown ?? '')}
      />
    </div>
  )
}

const filters = [...inboxKinds, 'mine'] as const
type Filter = (typeof filters)[number]

interface FiltersProps {
  shown: Filter | undefined
  onShow: (filter: string) => void
}

/** What is shown: chips with counts, or one field on a phone. A kind of which nothing waits has no chip. */
function Filters({ shown, onShow }: FiltersProps) {
  const { data } = useWaiting()
  const counts = inboxKinds.map((one) => ({ kind: one, count: data ? kindTexts[one].count(data) : 0 }))
  const all = counts.reduce((sum, { count }) => sum + count, 0)
  const named = (name: string, count: number) => (count ? `${name} (${count})` : name)
  return (
    <>
      <nav aria-label={m.common_show()} className="flex flex-wrap gap-1.5 max-md:hidden">
        <Chip to="/admin/inbox" isCurrent={!shown} name={m.inbox_all()} count={all} />
        {counts
          .filter((one) => one.count || one.kind === shown)
          .map((one) => (
            <Chip
              key={one.kind}
              to={`/admin/inbox?kind=${one.kind}`}
              isCurrent={one.kind === shown}
              name={kindTexts[one.kind].all()}
              count={one.count}
            />
          ))}
        <Chip to="/admin/inbox?kind=mine" isCurrent={shown === 'mine'} name={m.inbox_filter_mine()} />
      </nav>
      <Select
        label={m.common_show()}
        className="md:hidden"
        placeholder={named(m.inbox_all(), all)}
        value={shown ?? ''}
        onChange={(event) => onShow(event.target.value)}
        options={[
          ...counts.map((one) => ({ value: one.kind, label: named(kindTexts[one.kind].all(), one.count) })),
          { value: 'mine', label: m.inbox_filter_mine() },
        ]}
      />
    </>
  )
}

interface ChipProps {
  to: string
  isCurrent: boolean
  name: string
  count?: number
}

const Chip = ({ to, isCurrent, name, count }: ChipProps) => (
  <Link
    to={to}
    replace
    aria-current={isCurrent || undefined}
    className={classes(
      'inline-flex h-8 touch items-center gap-1.5 rounded-full border px-2.5 text-sm font-semibold transition-colors',
      isCurrent
        ? 'border-primary bg-primary text-on-primary'
        : 'border-edge bg-card text-muted hover:border-primary hover:text-primary',
    )}
  >
    {name}
    {count === undefined ? null : <span className="tabular-nums">{count}</span>}
  </Link>
)

interface InboxListProps {
  shown: Filter | undefined
  onClear: () => void
  /** The id of the item to open, as a notification names it. */
  asked: string | null
  /** Called once it is open. */
  onAsked: () => void
}

function InboxList({ shown, onClear, asked, onAsked }: InboxListProps) {
  const client = useQueryClient()
  const query = useInfiniteQuery({
    ...inboxApi.list.infiniteOptions({
      ...pagingOptions,
      input: (cursor: string | undefined) => ({
        ...(shown === 'mine' ? { mine: 'true' as const } : shown && { kind: shown }),
        ...(cursor && { cursor }),
        limit: 25,
      }),
    }),
    select: ({ pages, pageParams }) => ({
      pageParams,
      pages: pages.map((page) => ({ ...page, items: page.items.map(rowOf) })),
    }),
    placeholderData: keepPreviousData,
  })
  const { hasNextPage, isFetching, fetchNextPage } = query
  const isMissing =
    asked && !query.data?.pages.some(({ items }) => items.some(({ itemId }) => itemId === asked))
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetching) void fetchNextPage()
  }, [isMissing, hasNextPage, isFetching, fetchNextPage])
  return (
    <Queue
      first="oldest"
      texts={{
        title: m.inbox_title(),
        notes: m.audit_field_kind(),
        none: m.inbox_none(),
        noneAbout: m.inbox_none_about(),
        noneFound: m.inbox_none_found(),
        showAll: m.inbox_show_all(),
        failed: m.inbox_failed(),
        why: (error) => outageMessage(error) ?? '',
      }}
      query={query}
      onClear={shown ? onClear : undefined}
      renderRow={(item, place) => (
        <InboxRow
          key={item.id}
          item={item}
          onAsked={item.itemId === asked ? onAsked : undefined}
          place={{
            ...place,
            onNext: () => {
              place.onNext()
              void client.invalidateQueries({ queryKey: inboxApi.key() })
            },
          }}
        />
      )}
    />
  )
}
