import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { ColumnPrice, perTerm } from '../../../catalogue/ui/price-rates.tsx'
import { m } from '../../../../paraglide/messages.js'
import { failureReason } from '../../../../client/error-messages.ts'
import { CustomerLink } from '../../../../client/list/CustomerLink.tsx'
import { useChangedIds } from '../../../../client/live/live-updates.tsx'
import type { Column, NameColumn } from '../../../../kit/data-list/column.ts'
import { DataList } from '../../../../kit/data-list/DataList.tsx'
import { loadedLater } from '../../../../kit/loaded-later.ts'
import { useSort } from '../../../../kit/data-list/sort.ts'
import { Age } from '../../../../kit/dates.tsx'
import { pagingOptions } from '../../../../kit/list/paging.ts'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { formatDecimal } from '../../../../shared/money/money.ts'
import { OpenBy } from '../../../presence/ui/Presence.tsx'
import type { RequestSort } from '../../queue-filter.ts'
import type { Product } from '../product.ts'
import type { ReviewedRequest } from '../requests.api.ts'
import { BriefStatus } from './BriefStatus.tsx'
import { isMove } from '../../review-draft.ts'
import { marksOf } from './Marks.tsx'
import { queueColumns } from './queue-columns.tsx'
import { EmptyQueue, filterInput, isFiltered, QueuePanel, type ReviewFilter } from './QueuePanel.tsx'
import { reviewTexts } from './review-texts.ts'

const RequestPanel = loadedLater(() => import('./RequestPanel.tsx').then((file) => file.RequestPanel))

/** The admins' queue of one product's requests. */
export const ReviewPanel = ({ product }: { product: Product }) => (
  <QueuePanel
    title={reviewTexts[product.name].title()}
    about={reviewTexts[product.name].about()}
    statuses={product.statuses}
    showAll={m.review_show_all()}
    list={`/api/admin/${product.name}-requests`}
    renderQueue={(filter, onClear) => <ReviewQueue product={product} filter={filter} onClear={onClear} />}
  />
)

interface ReviewQueueProps {
  product: Product
  filter: ReviewFilter
  onClear: () => void
}

function ReviewQueue({ product, filter, onClear }: ReviewQueueProps) {
  const name = nameOf(product)
  const columns = columnsOf(product)
  const sort = useSort(name, columns)
  const query = useInfiniteQuery({
    ...product.calls.reviewList.infiniteOptions({
      ...pagingOptions,
      input: (cursor: string | undefined) => ({ ...filterInput(filter, cursor), ...(sort && { sort }) }),
    }),
    placeholderData: keepPreviousData,
  })
  const changed = useChangedIds()
  return (
    <DataList
      label={reviewTexts[product.name].title()}
      query={query}
      name={name}
      columns={columns}
      amountOf={({ status, price: amount, currency }) =>
        amount === null || product.stages[status] === 'rejected' ? null : { amount, currency }
      }
      sumAbout={m.review_sum_about()}
      acts={[]}
      isChanged={({ id }) => changed.has(id)}
      failed={reviewTexts[product.name].listFailed()}
      reasonOf={(error) => failureReason(error, product)}
      empty={
        <EmptyQueue
          none={m.common_no_requests_yet()}
          noneFound={m.review_none_found()}
          showAll={m.review_show_all()}
          onClear={isFiltered(filter) ? onClear : undefined}
        />
      }
      renderPanel={(request, { isOpen, onClose }, id) => (
        <Suspense fallback={<Skeleton className="h-80 w-full" />}>
          <RequestPanel id={id} product={product} request={request} isOpen={isOpen} onClose={onClose} />
        </Suspense>
      )}
    />
  )
}

const nameOf = (product: Product): NameColumn<ReviewedRequest, RequestSort> => ({
  header: m.common_name(),
  sort: 'name',
  text: product.nameOf,
  isCopied: () => true,
  detail: (request, isOpen) => (
    <>
      {isMove(request) ? m.transfers_detail() : product.detailOf?.(request)}
      {isOpen ? null : <OpenBy entity="request" id={request.id} />}
    </>
  ),
})

/** The columns of a queue's amount and time, of requests and of orders. */
const columnsOf = (product: Product): Column<ReviewedRequest, RequestSort>[] => [
  {
    id: 'status',
    header: m.common_status(),
    sort: 'status',
    width: 'w-44',
    isPlain: true,
    cell: (request) => <BriefStatus product={product} request={request} />,
  },
  {
    id: 'customer',
    header: m.common_customer(),
    sort: 'customer',
    width: 'w-32',
    isPlain: true,
    cell: ({ requester }) => (
      <span className="text-sm">{requester ? <CustomerLink customer={requester} /> : '—'}</span>
    ),
  },
  ...queueColumns((request: ReviewedRequest) => marksOf(product, request), 'xl'),
  {
    id: 'amount',
    header: [m.common_amount(), perTerm(product.months ?? null)].filter(Boolean).join(' '),
    sort: 'amount',
    align: 'right',
    width: product.months ? 'w-28' : 'w-36',
    from: 'xl',
    has: ({ price }) => price !== null,
    cell: (request) =>
      request.price === null ? null : product.months ? (
        formatDecimal(request.price, request.currency)
      ) : (
        <ColumnPrice amount={request.price} currency={request.currency} months={product.monthsOf(request)} />
      ),
  },
  {
    id: 'since',
    header: m.common_since(),
    sort: 'since',
    width: 'w-20',
    cell: ({ created_at }) => (
      <span className="text-sm text-muted">
        <Age at={created_at} />
      </span>
    ),
  },
]
