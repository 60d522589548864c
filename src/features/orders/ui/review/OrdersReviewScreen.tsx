import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { ColumnPrice } from '../../../catalogue/ui/price-rates.tsx'
import { m } from '../../../../paraglide/messages.js'
import { failureReason } from '../../../../client/error-messages.ts'
import { CustomerLink } from '../../../../client/list/CustomerLink.tsx'
import { useChangedIds } from '../../../../client/live/live-updates.tsx'
import type { Column, NameColumn } from '../../../../kit/data-list/column.ts'
import { DataList } from '../../../../kit/data-list/DataList.tsx'
import { useSort } from '../../../../kit/data-list/sort.ts'
import { Age } from '../../../../kit/dates.tsx'
import { pagingOptions } from '../../../../kit/list/paging.ts'
import { pageTitle } from '../../../../kit/page/page-title.ts'
import { loadedLater } from '../../../../kit/loaded-later.ts'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { OpenBy } from '../../../presence/ui/Presence.tsx'
import type { OrderSort } from '../../../requests/queue-filter.ts'
import { queueColumns } from '../../../requests/ui/review/queue-columns.tsx'
import {
  EmptyQueue,
  filterInput,
  isFiltered,
  QueuePanel,
  type ReviewFilter,
} from '../../../requests/ui/review/QueuePanel.tsx'
import type { OrderStatus } from '../../order.ts'
import { orderTitle, OrderStatusBadge, type ReviewedOrder, statusTexts } from '../order-parts.tsx'
import { orderMonths } from '../../order-terms.ts'
import { ordersApi } from '../orders.api.ts'
import { orderMarks } from './order-marks.tsx'

export const handle = { firstCalls: () => ['/api/admin/orders?limit=25&total=true'] }

export const meta = pageTitle(() => ({ title: m.common_orders() }))

const OrderPanel = loadedLater(() => import('./OrderPanel.tsx').then((file) => file.OrderPanel))

/** The admins' screen for orders: search, filters and reviews. */
export default function OrdersReviewScreen() {
  return (
    <QueuePanel
      title={m.common_orders()}
      about={m.orders_review_about()}
      statuses={statusTexts}
      showAll={m.orders_review_show_all()}
      list="/api/admin/orders"
      renderQueue={(filter, onClear) => <OrderQueue filter={filter} onClear={onClear} />}
    />
  )
}

function OrderQueue({ filter, onClear }: { filter: ReviewFilter; onClear: () => void }) {
  const sort = useSort(name, columns)
  const query = useInfiniteQuery({
    ...ordersApi.reviewList.infiniteOptions({
      ...pagingOptions,
      input: (cursor: string | undefined) => {
        const { status, ...rest } = filterInput(filter, cursor)
        return { ...rest, ...(status && { status: status as OrderStatus }), ...(sort && { sort }) }
      },
    }),
    placeholderData: keepPreviousData,
  })
  const changed = useChangedIds()
  return (
    <DataList
      label={m.common_orders()}
      query={query}
      name={name}
      columns={columns}
      amountOf={({ status, total_price: amount, currency }) =>
        status === 'cancelled' ? null : { amount, currency }
      }
      sumAbout={m.orders_sum_about()}
      acts={[]}
      isChanged={({ id }) => changed.has(id)}
      failed={m.orders_review_list_failed()}
      reasonOf={(error) => failureReason(error, { texts: {} })}
      empty={
        <EmptyQueue
          none={m.common_no_orders_yet()}
          noneFound={m.orders_review_none_found()}
          showAll={m.orders_review_show_all()}
          onClear={isFiltered(filter) ? onClear : undefined}
        />
      }
      renderPanel={(order, { isOpen, onClose }, id) => (
        <Suspense fallback={<Skeleton className="h-80 w-full" />}>
          <OrderPanel id={id} order={order} isOpen={isOpen} onClose={onClose} />
        </Suspense>
      )}
    />
  )
}

const name: NameColumn<ReviewedOrder, OrderSort> = {
  header: m.common_name(),
  text: orderTitle,
  detail: ({ id }, isOpen) => (isOpen ? null : <OpenBy entity="order" id={id} />),
}

const columns: Column<ReviewedOrder, OrderSort>[] = [
  {
    id: 'number',
    header: m.orders_number_head(),
    sort: 'number',
    width: 'w-16',
    isPlain: true,
    cell: ({ number }) => `#${number}`,
  },
  {
    id: 'status',
    header: m.common_status(),
    sort: 'status',
    width: 'w-44',
    isPlain: true,
    cell: (order) => <OrderStatusBadge order={order} />,
  },
  {
    id: 'customer',
    header: m.common_customer(),
    sort: 'customer',
    width: 'w-36',
    isPlain: true,
    cell: ({ requester }) => (requester ? <CustomerLink customer={requester} /> : '—'),
  },
  ...queueColumns(orderMarks, 'wide'),
  {
    id: 'amount',
    header: m.common_amount(),
    sort: 'amount',
    align: 'right',
    width: 'w-34',
    cell: (order) => (
      <ColumnPrice amount={order.total_price} currency={order.currency} months={orderMonths(order)} />
    ),
  },
  {
    id: 'since',
    header: m.common_since(),
    sort: 'since',
    width: 'w-20',
    from: 'xl',
    cell: ({ created_at }) => <Age at={created_at} />,
  },
]
