import { m } from '../../../../paraglide/messages.js'
import { shownDollars } from '../../../../shared/money.ts'
import { Badge } from '../../../../kit/Badge.tsx'
import { RelativeTime, FormattedDate } from '../../../../kit/dates.tsx'
import { ClaimFacts } from '../../../requests/ui/review/ClaimFacts.tsx'
import type { QueuePlace } from '../../../requests/ui/review/Queue.tsx'
import { QueueRow } from '../../../requests/ui/review/QueueRow.tsx'
import { Requester } from '../../../requests/ui/review/Requester.tsx'
import { isPayable } from '../../totals.ts'
import { nameOf, type ReviewedOrder, statusTones, statusWords } from '../orders.ts'
import { OrderMarks } from './OrderMarks.tsx'
import { OrderReviewForm } from './OrderReviewForm.tsx'

/** One order in the admins' queue. */
export const OrderRow = ({ order, place }: { order: ReviewedOrder; place: QueuePlace }) => (
  <QueueRow
    id={order.id}
    name={nameOf(order)}
    place={place}
    asked={
      <>
        <h2 className="text-base font-semibold wrap-anywhere">{nameOf(order)}</h2>
        <p className="text-sm text-muted">
          <RelativeTime at={order.created_at} />
        </p>
        <OrderMarks order={order} />
      </>
    }
    requester={<Requester requester={order.requester} />}
    standing={
      <>
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <Badge tone={statusTones[order.status]}>{statusWords[order.status]()}</Badge>
          <span className="font-semibold">{shownDollars(order.total_price)}</span>
        </p>
        <ClaimFacts request={order} isDue={isPayable(order)} />
        {order.refunds.map(({ amount, method, reference, date }) => (
          <p key={`${date} ${reference}`} className="text-sm text-muted wrap-anywhere">
            {m.orders_review_refunded({ amount: shownDollars(amount), method, reference })}{' '}
            <FormattedDate at={date} />
          </p>
        ))}
        {order.owed_back > 0 ? (
          <p className="text-sm font-semibold text-danger">
            {m.orders_review_owed({ amount: shownDollars(order.owed_back) })}
          </p>
        ) : null}
      </>
    }
    renderForm={(form) => <OrderReviewForm {...form} order={order} />}
  />
)
