import { ordersApi } from '../orders.api.ts'
import { m } from '../../../../paraglide/messages.js'
import { formatDecimal } from '../../../../shared/money/money.ts'
import { PayBackDialog } from '../../../money/ui/claims/PayBackDialog.tsx'
import type { FailureTexts } from '../../../money/ui/claims/SaveFailure.tsx'
import { stepButton } from '../../../../kit/queue-marks.ts'
import type { ReviewedOrder } from '../order-parts.tsx'

interface RefundDialogProps {
  order: ReviewedOrder
  onSaved: (order: ReviewedOrder) => void
  failureTexts: (error: unknown) => FailureTexts
}

/** Records what was refunded of an owed amount. Or the amount stays as the customer's credit. */
export function RefundDialog({ order, onSaved, failureTexts }: RefundDialogProps) {
  const { id, version } = order
  return (
    <PayBackDialog
      opener={stepButton}
      most={order.owed_back}
      currency={order.currency}
      method={order.payment_method ?? ''}
      texts={{
        title: m.orders_paid_back(),
        about: m.orders_paid_back_about({ amount: formatDecimal(order.owed_back, order.currency) }),
        amount: m.common_amount(),
        save: m.orders_paid_back_save(),
        saved: m.orders_review_saved(),
      }}
      send={(refund) => ordersApi.refund.call({ ...refund, id, version })}
      keep={{
        label: m.orders_paid_back_keep(),
        send: (amount) => ordersApi.refund.call({ keep: true, amount, id, version }),
      }}
      onSaved={onSaved}
      failureTexts={failureTexts}
    />
  )
}
