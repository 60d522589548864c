import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { CircleHelp, CopyX, ReceiptText, ShieldAlert, Users } from 'lucide-react'
import { ordersApi } from '../orders.api.ts'
import { m } from '../../../../paraglide/messages.js'
import { pageTitle } from '../../../../kit/page/page-title.ts'
import { pagingOptions } from '../../../../kit/list/paging.ts'
import { failureReason } from '../../../../client/error-messages.ts'
import {
  filterInput,
  isFiltered,
  QueuePanel,
  type ReviewFilter,
} from '../../../requests/ui/review/QueuePanel.tsx'
import { Queue } from '../../../requests/ui/review/Queue.tsx'
import { isPayable, type OrderStatus } from '../../order.ts'
import { orderTitle, type ReviewedOrder, statusTones, statusTexts, RefundFact } from '../order-parts.tsx'
import { formatDecimal } from '../../../../shared/money/money.ts'
import { Badge } from '../../../../kit/Badge.tsx'
import { RelativeTime } from '../../../../kit/dates.tsx'
import { ClaimFacts } from '../../../money/ui/claims/ClaimFacts.tsx'
import { ClaimLine } from '../../../money/ui/claims/ClaimLine.tsx'
import { type QueuePlace, QueueRow } from '../../../requests/ui/review/QueueRow.tsx'
import { type Mark, MarkIcons, Marks } from '../../../requests/ui/review/Marks.tsx'
import { Requester, RequesterName } from '../../../requests/ui/review/Requester.tsx'
import { OrderReviewForm } from './OrderReviewForm.tsx'

export const handle = { firstCalls: () => ['/api/admin/orders?limit=25'] }

export const meta = pageTitle(() => ({ title: m.common_orders() }))

/** The admins' screen for orders: search, filters and reviews. */
export default function OrdersReviewScreen() {
  return (
    <QueuePanel
      title={m.common_orders()}
      about={m.orders_review_about()}
      statuses={statusTexts}
      showAll={m.orders_review_show_all()}
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
      texts={{
        title: m.common_orders(),
        none: m.common_no_orders_yet(),
        noneFound: m.orders_review_none_found(),
        showAll: m.orders_review_show_all(),
        failed: m.orders_review_list_failed(),
        why: (error) => failureReason(error, { texts: {} }),
      }}
      query={query}
      onClear={isFiltered(filter) ? onClear : undefined}
      renderRow={(order, place) => <OrderRow key={order.id} order={order} place={place} />}
    />
  )
}

/** One order in the admins' queue. */
function OrderRow({ order, place }: { order: ReviewedOrder; place: QueuePlace }) {
  const marks = marksOf(order)
  return (
    <QueueRow
      id={order.id}
      name={orderTitle(order)}
      opened={{ entity: 'order', id: order.id }}
      place={place}
      detail={m.orders_number({ number: order.number })}
      status={<Badge tone={statusTones[order.status]}>{statusTexts[order.status]()}</Badge>}
      customer={<RequesterName requester={order.requester} />}
      notes={
        order.owed_back > 0 ? (
          <Owed order={order} />
        ) : (
          <>
            <MarkIcons marks={marks} />
            <ClaimLine row={order} isDue={isPayable(order)} short={marks.length > 0} />
          </>
        )
      }
      amount={formatDecimal(order.total_price, order.currency)}
      since={<RelativeTime at={order.created_at} />}
      details={
        <>
          <Marks marks={marks} />
          <Requester requester={order.requester} />
          <ClaimFacts row={order} isDue={isPayable(order)} />
          {order.refunds.map((refund, index) => (
            <p
              key={`${index} ${refund.date} ${refund.reference}`}
              className="text-sm text-muted wrap-anywhere"
            >
              <RefundFact {...refund} paidBack={m.orders_review_refunded} kept={m.orders_review_kept} />
            </p>
          ))}
          {order.owed_back > 0 ? <Owed order={order} /> : null}
        </>
      }
      renderForm={(form) => <OrderReviewForm {...form} order={order} />}
    />
  )
}

const Owed = ({ order: { owed_back, currency } }: { order: ReviewedOrder }) => (
  <span className="truncate text-sm font-semibold text-danger">
    {m.orders_review_owed({ amount: formatDecimal(owed_back, currency) })}
  </span>
)

/** What an admin should know of an order before deciding. */
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
