import { m } from '../../../../paraglide/messages.js'
import { AskedAnswers } from '../../../fulfilment/ui/details/AskedAnswers.tsx'
import { ClaimFacts } from '../../../money/ui/claims/ClaimFacts.tsx'
import { Related } from '../../../related/ui/Related.tsx'
import { productOf } from '../../../products/item.ts'
import { Marks } from '../../../requests/ui/review/Marks.tsx'
import { QueueDetails } from '../../../requests/ui/review/QueueDetails.tsx'
import { Requester } from '../../../requests/ui/review/Requester.tsx'
import { isPayable } from '../../order.ts'
import { RefundFact, type ReviewedOrder } from '../order-parts.tsx'
import { orderMarks } from './order-marks.tsx'
import { OrderReviewForm } from './OrderReviewForm.tsx'

interface OrderPanelProps {
  /** The id of the form. */
  id: string
  order: ReviewedOrder
  isOpen: boolean
  onClose: () => void
}

/** One order of the queue: what a decision needs to know, and its form. */
export const OrderPanel = ({ id, order, isOpen, onClose }: OrderPanelProps) => (
  <QueueDetails
    opened={{ entity: 'order', id: order.id }}
    isOpen={isOpen}
    facts={<OrderFacts order={order} />}
  >
    <OrderReviewForm id={id} order={order} onClose={onClose} />
  </QueueDetails>
)

/** What an admin should know of an order before deciding. */
const OrderFacts = ({ order }: { order: ReviewedOrder }) => (
  <>
    <Marks marks={orderMarks(order)} />
    <Requester requester={order.requester} />
    <AskedAnswers
      customer={order.user_id}
      names={order.lines.flatMap(({ item, renews }) =>
        !renews && productOf(item) === 'domain' ? [item] : [],
      )}
    />
    <ClaimFacts row={order} isDue={isPayable(order)} />
    {order.refunds.map((refund, index) => (
      <p key={`${index} ${refund.date} ${refund.reference}`} className="text-sm text-muted wrap-anywhere">
        <RefundFact {...refund} paidBack={m.orders_review_refunded} kept={m.orders_review_kept} />
      </p>
    ))}
    <Related kind="order" id={order.id} />
  </>
)
