import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { m } from '../../../../paraglide/messages.js'
import { pagingOptions } from '../../../../kit/list/paging.ts'
import type { Product } from '../product.ts'
import { failureReason } from '../../../../client/error-messages.ts'
import { type ReviewFilter, filterInput, isFiltered } from './review-filter.ts'
import { Queue } from './Queue.tsx'
import { QueuePanel } from './QueuePanel.tsx'
import { ReviewRow } from './ReviewRow.tsx'

/** The admins' place for one product: every request, found and decided on. */
export const ReviewPanel = ({ product }: { product: Product }) => (
  <QueuePanel
    title={product.review.title()}
    about={product.review.about()}
    statuses={product.statuses}
    renderQueue={(filter, onClear) => <ReviewQueue product={product} filter={filter} onClear={onClear} />}
  />
)

interface ReviewQueueProps {
  product: Product
  filter: ReviewFilter
  onClear: () => void
}

function ReviewQueue({ product, filter, onClear }: ReviewQueueProps) {
  const query = useInfiniteQuery({
    ...product.calls.reviewList.infiniteOptions({
      ...pagingOptions,
      input: (cursor: string | undefined) => filterInput(filter, cursor),
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <Queue
      words={{
        title: product.review.title(),
        none: m.review_none(),
        noneFound: m.review_none_found(),
        showAll: m.review_show_all(),
        failed: product.review.listFailed(),
        why: (error) => failureReason(error, product),
      }}
      query={query}
      onClear={isFiltered(filter) ? onClear : undefined}
      renderRow={(request, place) => (
        <ReviewRow key={request.id} product={product} request={request} place={place} />
      )}
    />
  )
}
