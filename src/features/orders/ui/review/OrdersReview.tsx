import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { CircleHelp, CopyX, type LucideIcon, ReceiptText, ShieldAlert, Users } from 'lucide-react'
import { ordersApi } from '../api.ts'
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
import { formatDecimal } from '../../../../shared/money.ts'
import { Badge } from '../../../../kit/Badge.tsx'
import { Copyable } from '../../../../kit/Copyable.tsx'
import { RelativeTime } from '../../../../kit/dates.tsx'
import { ClaimFacts } from '../../../payments/ui/ClaimFacts.tsx'
import { type QueuePlace, QueueRow } from '../../../requests/ui/review/QueueRow.tsx'
import { Requester } from '../../../requests/ui/review/Requester.tsx'
import { OrderReviewForm } from './OrderReviewForm.tsx'

export const handle = { firstCalls: () => ['/api/admin/orders?limit=25'] }

export const meta = pageTitle(() => ({ title: m.orders_review_title() }))

/** The admins' screen for orders: search, filters and reviews. */
export default function OrdersReview() {
  return (
    <QueuePanel
      title={m.orders_review_title()}
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
        title: m.orders_review_title(),
        none: m.orders_review_none(),
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
const OrderRow = ({ order, place }: { order: ReviewedOrder; place: QueuePlace }) => (
  <QueueRow
    id={order.id}
    name={orderTitle(order)}
    opened={{ entity: 'order', id: order.id }}
    place={place}
    asked={
      <>
        <h2 className="text-base font-semibold wrap-anywhere">{orderTitle(order)}</h2>
        <p className="text-sm text-muted">
          <Copyable text={String(order.number)}>{m.orders_number({ number: order.number })}</Copyable> ·{' '}
          <RelativeTime at={order.created_at} />
        </p>
        <OrderMarks order={order} />
      </>
    }
    requester={<Requester requester={order.requester} />}
    progress={
      <>
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Badge tone={statusTones[order.status]}>{statusTexts[order.status]()}</Badge>
          <span className="font-semibold">{formatDecimal(order.total_price, order.currency)}</span>
        </p>
        <ClaimFacts row={order} isDue={isPayable(order)} />
        {order.refunds.map((refund, index) => (
          <p key={`${index} ${refund.date} ${refund.reference}`} className="text-sm text-muted wrap-anywhere">
            <RefundFact {...refund} paidBack={m.orders_review_refunded} kept={m.orders_review_kept} />
          </p>
        ))}
        {order.owed_back > 0 ? (
          <p className="text-sm font-semibold text-danger">
            {m.orders_review_owed({ amount: formatDecimal(order.owed_back, order.currency) })}
          </p>
        ) : null}
      </>
    }
    renderForm={(form) => <OrderReviewForm {...form} order={order} />}
  />
)

/** What an admin should know of an order before deciding, as badges. */
function OrderMarks({ order }: { order: ReviewedOrder }) {
  const isOpen = order.status === 'pending'
  const marks: [LucideIcon, string | false | null | undefined][] = [
    [CircleHelp, isOpen && order.lines.some((line) => line.unchecked) && m.orders_mark_unchecked()],
    [ReceiptText, order.claim?.receipt_seen_before && m.review_mark_receipt()],
    [CopyX, order.refused_claims > 0 && m.review_mark_refused({ count: order.refused_claims })],
    [Users, isOpen && order.wanted_elsewhere.length > 0 && m.orders_mark_wanted()],
    [ShieldAlert, isOpen && order.held_by_other.length > 0 && m.orders_mark_held()],
  ]
  const shown = marks.filter(([, text]) => text)
  if (shown.length === 0) return null
  return (
    <ul aria-label={m.review_marks()} className="mt-1.5 flex flex-wrap gap-1.5">
      {shown.map(([icon, text]) => (
        <li key={String(text)}>
          <Badge tone="pending" icon={icon}>
            {text}
          </Badge>
        </li>
      ))}
    </ul>
  )
}
