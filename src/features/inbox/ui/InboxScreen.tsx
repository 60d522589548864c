import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Inbox, SearchX } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import { Link } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { errorSentence, outageMessage } from '../../../client/error-messages.ts'
import { ExportButton } from '../../../client/list/ExportButton.tsx'
import { useChangedIds } from '../../../client/live/live-updates.tsx'
import { IfMay, useMay } from '../../../client/session/staff.tsx'
import { Button } from '../../../kit/Button.tsx'
import { classes } from '../../../kit/classes.ts'
import type { ListAct } from '../../../kit/data-list/column.ts'
import { DataList } from '../../../kit/data-list/DataList.tsx'
import { useSort } from '../../../kit/data-list/sort.ts'
import { Select } from '../../../kit/form/Field.tsx'
import { useAddressFilter } from '../../../kit/list/address-filter.ts'
import { EmptyState } from '../../../kit/list/list-states.tsx'
import { pageInput, pagingOptions } from '../../../kit/list/paging.ts'
import { loadedLater } from '../../../kit/loaded-later.ts'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { useWaiting } from '../../insights/ui/insights.api.ts'
import { QueueDetails } from '../../requests/ui/review/QueueDetails.tsx'
import { areaOf, entityOf, inboxKinds } from '../kinds.data.ts'
import { inboxApi, type InboxRowItem, rowOf } from './inbox.api.ts'
import { inboxColumns, inboxName, signedAmount, titleOf } from './inbox-columns.tsx'
import { kindTexts } from './kind-texts.ts'
import { takeRefusals, TakeButton } from './TakeButton.tsx'

const ItemForm = loadedLater(async () => (await import('./ItemForm.tsx')).ItemForm)

export const handle = { firstCalls: () => ['/api/admin/inbox?limit=25&total=true'] }

export const meta = pageTitle(() => ({ title: m.inbox_title() }))

/** Everything that waits for an admin, the longest waiting first, each with its form. */
export default function InboxScreen() {
  const [search, change] = useAddressFilter()
  const shown = filters.find((one) => one === search.get('kind'))
  const show = (kind: string) => change({ kind, item: '' })
  return (
    <>
      <PageHeader
        title={m.inbox_title()}
        actions={<ExportButton list="/api/admin/inbox" filter={inputOf(shown)} />}
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
    </>
  )
}

const inputOf = (shown: Filter | undefined) =>
  shown === 'mine' ? { mine: 'true' as const } : shown ? { kind: shown } : {}

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
  const changed = useChangedIds()
  const sort = useSort(inboxName, inboxColumns)
  const query = useInfiniteQuery({
    ...inboxApi.list.infiniteOptions({
      ...pagingOptions,
      input: (cursor: string | undefined) =>
        pageInput({ ...inputOf(shown), ...(sort && { sort }), limit: 25 }, cursor),
    }),
    select: ({ pages, pageParams }) => ({
      pageParams,
      pages: pages.map((page) => ({ ...page, items: page.items.map(rowOf) })),
    }),
    placeholderData: keepPreviousData,
  })
  const { hasNextPage, isFetching, fetchNextPage } = query
  const askedId = query.data?.pages.flatMap(({ items }) => items).find(({ itemId }) => itemId === asked)?.id
  const isMissing = asked && !askedId
  useEffect(() => {
    if (isMissing && hasNextPage && !isFetching) void fetchNextPage()
  }, [isMissing, hasNextPage, isFetching, fetchNextPage])
  return (
    <DataList
      label={m.inbox_title()}
      query={query}
      name={inboxName}
      columns={inboxColumns}
      first="oldest"
      sumAbout={m.inbox_sum_about()}
      // The balance at a registrar is no payment.
      amountOf={(item) => (item.kind === 'registrar' ? null : signedAmount(item))}
      acts={useTakes()}
      isChanged={({ itemId }) => changed.has(itemId)}
      failed={m.inbox_failed()}
      reasonOf={(error) => outageMessage(error) ?? ''}
      empty={<NothingWaits onClear={shown ? onClear : undefined} />}
      asked={askedId ? { id: askedId, onOpened: onAsked } : undefined}
      renderPanel={(item, place, id) => (
        <QueueDetails opened={{ entity: entityOf[item.kind], id: item.itemId }} isOpen={place.isOpen}>
          <IfMay needs={`${areaOf[item.kind]}.write`}>
            <TakeButton item={item} />
          </IfMay>
          <Suspense fallback={<Skeleton className="h-80 w-full" />}>
            <ItemForm
              id={id}
              item={item}
              title={titleOf(item)}
              onClose={place.onClose}
              onDone={() => {
                place.onNext()
                void client.invalidateQueries({ queryKey: inboxApi.key() })
              }}
            />
          </Suspense>
        </QueueDetails>
      )}
    />
  )
}

/** Takes several items, or releases what the admin has of them. */
function useTakes(): ListAct<InboxRowItem>[] {
  const client = useQueryClient()
  const may = useMay()
  const act = {
    failure: errorSentence(m.inbox_take_failed, takeRefusals),
    onEnd: () => client.invalidateQueries({ queryKey: inboxApi.key() }),
  }
  return [
    {
      ...act,
      id: 'take',
      label: m.inbox_take(),
      applies: ({ holder, kind }) => !holder && may(`${areaOf[kind]}.write`),
      send: ({ kind, itemId }) => inboxApi.take.call({ kind, id: itemId }),
    },
    {
      ...act,
      id: 'release',
      label: m.inbox_release(),
      applies: ({ holder }) => holder?.is_mine ?? false,
      send: ({ kind, itemId }) => inboxApi.release.call({ kind, id: itemId }),
    },
  ]
}

const NothingWaits = ({ onClear }: { onClear: (() => void) | undefined }) =>
  onClear ? (
    <EmptyState
      icon={SearchX}
      title={m.inbox_none_found()}
      action={
        <Button variant="secondary" onClick={onClear}>
          {m.inbox_show_all()}
        </Button>
      }
    />
  ) : (
    <EmptyState icon={Inbox} title={m.inbox_none()}>
      {m.inbox_none_about()}
    </EmptyState>
  )
