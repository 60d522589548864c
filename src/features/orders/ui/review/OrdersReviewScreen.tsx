import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { CircleHelp, CopyX, ReceiptText, ShieldAlert, Users } from 'lucide-react'
import { m } from '../../../../paraglide/messages.js'
import { failureReason } from '../../../../client/error-messages.ts'
import { CustomerLink } from '../../../../client/list/CustomerLink.tsx'
import { useChangedIds } from '../../../../client/live/live-updates.tsx'
import { Badge } from '../../../../kit/Badge.tsx'
import type { Column, NameColumn } from '../../../../kit/data-list/column.ts'
import { DataList } from '../../../../kit/data-list/DataList.tsx'
import { useSort } from '../../../../kit/data-list/sort.ts'
import { RelativeTime } from '../../../../kit/dates.tsx'
import { pagingOptions } from '../../../../kit/list/paging.ts'
import { pageTitle } from '../../../../kit/page/page-title.ts'
import { formatDecimal } from '../../../../shared/money/money.ts'
import { ClaimFacts } from '../../../money/ui/claims/ClaimFacts.tsx'
import { ClaimLine, hasClaimLine } from '../../../money/ui/claims/ClaimLine.tsx'
import { OpenBy } from '../../../presence/ui/Presence.tsx'
import { Related } from '../../../related/ui/Related.tsx'
import type { OrderSort } from '../../../requests/queue-filter.ts'
import { type Mark, MarkIcons, Marks } from '../../../requests/ui/review/Marks.tsx'
import { QueueDetails } from '../../../requests/ui/review/QueueDetails.tsx'
import {
  EmptyQueue,
  filterInput,
  isFiltered,
  QueuePanel,
  type ReviewFilter,
} from '../../../requests/ui/review/QueuePanel.tsx'
import { Requester } from '../../../requests/ui/review/Requester.tsx'
import { isPayable, type OrderStatus } from '../../order.ts'
import { orderTitle, type ReviewedOrder, statusTones, statusTexts, RefundFact } from '../order-parts.tsx'
import { ordersApi } from '../orders.api.ts'
import { OrderReviewForm } from './OrderReviewForm.tsx'

export const handle = { firstCalls: () => ['/api/admin/orders?limit=25&total=true'] }

export const meta = pageTitle(() => ({ title: m.common_orders() }))

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
      amountOf={({ total_price: amount, currency }) => ({ amount, currency })}
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
      renderPanel={(order, place, id) => (
        <QueueDetails
          opened={{ entity: 'order', id: order.id }}
          isOpen={place.isOpen}
          facts={<OrderFacts order={order} />}
        >
          <OrderReviewForm id={id} order={order} onClose={place.onClose} />
        </QueueDetails>
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
    width: 'w-20',
    cell: ({ number }) => `#${number}`,
  },
  {
    id: 'status',
    header: m.common_status(),
    sort: 'status',
    width: 'w-32',
    wraps: true,
    cell: ({ status }) => <Badge tone={statusTones[status]}>{statusTexts[status]()}</Badge>,
  },
  {
    id: 'customer',
    header: m.common_customer(),
    sort: 'customer',
    width: 'w-40',
    cell: ({ requester }) => (requester ? <CustomerLink customer={requester} /> : m.review_profiles_failed()),
  },
  {
    id: 'payment',
    header: m.common_payment(),
    width: 'w-40',
    from: 'xl',
    has: (order) => order.owed_back > 0 || marksOf(order).length || hasClaimLine(order, isPayable(order)),
    cell: (order) => <PaymentLine order={order} />,
  },
  {
    id: 'amount',
    header: m.common_amount(),
    sort: 'amount',
    align: 'right',
    width: 'w-24',
    cell: ({ total_price, currency }) => formatDecimal(total_price, currency),
  },
  {
    id: 'since',
    header: m.common_since(),
    sort: 'since',
    width: 'w-28',
    from: 'xl',
    cell: ({ created_at }) => <RelativeTime at={created_at} />,
  },
]

function PaymentLine({ order }: { order: ReviewedOrder }) {
  const marks = marksOf(order)
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-sm">
      {order.owed_back > 0 ? (
        <Owed order={order} />
      ) : (
        <>
          <MarkIcons marks={marks} />
          <ClaimLine row={order} isDue={isPayable(order)} short={marks.length > 0} />
        </>
      )}
    </span>
  )
}

/** What an admin should know of an order before deciding. */
const OrderFacts = ({ order }: { order: ReviewedOrder }) => (
  <>
    <Marks marks={marksOf(order)} />
    <Requester requester={order.requester} />
    <ClaimFacts row={order} isDue={isPayable(order)} />
    {order.refunds.map((refund, index) => (
      <p key={`${index} ${refund.date} ${refund.reference}`} className="text-sm text-muted wrap-anywhere">
        <RefundFact {...refund} paidBack={m.orders_review_refunded} kept={m.orders_review_kept} />
      </p>
    ))}
    {order.owed_back > 0 ? <Owed order={order} /> : null}
    <Related kind="order" id={order.id} />
  </>
)

const Owed = ({ order: { owed_back, currency } }: { order: ReviewedOrder }) => (
  <span
    className="truncate text-sm font-semibold text-danger"
    title={m.orders_review_owed({ amount: formatDecimal(owed_back, currency) })}
  >
    {m.orders_review_owed({ amount: formatDecimal(owed_back, currency) })}
  </span>
)

function marksOf(order: ReviewedOrder): Mark[] {
  const isOpen = order.status === 'pending'
  return [
    isOpen &&
      order.lines.some((line) => line.unchecked) && { icon: CircleHelp, text: m.orders_mark_unchecked() },
    order.claim?.receipt_seen_before && { icon: ReceiptText, text: m.review_mark_receipt() },
    order.claim?.receipt_unusual && { icon: ReceiptText, text: m.review_mark_receipt_unusual() },
    order.refused_claims > 0 && { icon: CopyX, text: m.review_mark_refused({ count: order.refused_claims }) },
    isOpen && order.wanted_elsewhere.length > 0 && { icon: Users, text: m.orders_mark_wanted() },
    isOpen && order.held_by_other.length > 0 && { icon: ShieldAlert, text: m.orders_mark_held() },
  ].filter((mark) => !!mark)
}
