import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ordersApi } from '../api.ts'
import { m } from '../../../../paraglide/messages.js'
import { pageTitle } from '../../../../kit/page/page-title.ts'
import { pagingOptions } from '../../../../kit/list/paging.ts'
import { failureReason } from '../../../../client/error-messages.ts'
import { type ReviewFilter, filterInput, isFiltered } from '../../../requests/ui/review/review-filter.ts'
import { Queue } from '../../../requests/ui/review/Queue.tsx'
import { QueuePanel } from '../../../requests/ui/review/QueuePanel.tsx'
import type { OrderStatus } from '../../totals.ts'
import { statusWords } from '../orders.ts'
import { OrderRow } from './OrderRow.tsx'

export const meta = pageTitle(() => ({ title: m.orders_review_title() }))

/** The admins' place for orders: every one of them, found and decided on. */
export default function OrdersReview() {
  return (
    <QueuePanel
      title={m.orders_review_title()}
      about={m.orders_review_about()}
      statuses={statusWords}
      renderQueue={(filter, onClear) => <OrderQueue filter={filter} onClear={onClear} />}
    />
  )
}

function OrderQueue({ filter, onClear }: { filter: ReviewFilter; onClear: () => void }) {
  const query = useInfiniteQuery({
    ...ordersApi.reviewList.infiniteOptions({
      ...pagingOptions,
      input: (cursor: string | undefined) => {
        const { status, ...rest } = filterInput(filter, cursor)
        return { ...rest, ...(status && { status: status as OrderStatus }) }
      },
    }),
    placeholderData: keepPreviousData,
  })
  return (
    <Queue
      words={{
        title: m.orders_review_title(),
        none: m.orders_review_none(),
        noneFound: m.orders_review_none_found(),
        showAll: m.orders_review_show_all(),
        failed: m.orders_review_list_failed(),
        why: (error) => failureReason(error, { words: {} }),
      }}
      query={query}
      onClear={isFiltered(filter) ? onClear : undefined}
      renderRow={(order, place) => <OrderRow key={order.id} order={order} place={place} />}
    />
  )
}
