import { ordersApi } from './api.ts'
import { m } from '../../../paraglide/messages.js'
import { shownDollars } from '../../../shared/money.ts'
import { LinkButton } from '../../../kit/Button.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { FormattedDate } from '../../../kit/dates.tsx'
import { Feedback } from '../../requests/ui/Offer.tsx'
import { PaymentTurn } from '../../requests/ui/PaymentTurn.tsx'
import { SupportWays } from '../../requests/ui/SupportWays.tsx'
import { nextOf } from './next.ts'
import { nameOf, type Order } from './orders.ts'

const words = {
  confirm: m.orders_confirm,
  fieldsMissing: m.requests_fields_missing,
  claimFailed: m.requests_claim_failed,
}

/** The sentence that says what happens next and, when it is the customer's turn, the form that says it was paid. */
export function OrderNext({ order }: { order: Order }) {
  const { sentence, act } = nextOf(order)
  const hasDomains = order.status === 'completed' && order.lines.some(({ state }) => state === 'registered')
  return (
    <>
      <p className="font-semibold">{sentence}</p>
      {act === 'pay' ? (
        <PaymentTurn
          name={nameOf(order)}
          price={order.amount_due}
          rejection={order.claim_rejection}
          words={words}
          queryKey={ordersApi.key()}
          send={(payment) => ordersApi.claimPayment.call({ id: order.id, ...payment })}
        />
      ) : null}
      {order.payment_confirmed ? (
        <p className="wrap-anywhere">
          <span className="text-sm text-muted">{m.requests_payment()}</span>{' '}
          {[order.payment_method, order.receipt_number, order.payer_name].filter(Boolean).join(' · ')}
        </p>
      ) : null}
      <Feedback text={order.admin_feedback} />
      {order.owed_back > 0 ? (
        <Notice tone="warning">{m.orders_owed_about({ amount: shownDollars(order.owed_back) })}</Notice>
      ) : null}
      {order.refunds.map(({ amount, method, reference, date }) => (
        <Notice key={`${date} ${reference}`}>
          {m.orders_refunded_about({ amount: shownDollars(amount), method, reference })}{' '}
          <FormattedDate at={date} />
        </Notice>
      ))}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {hasDomains ? <LinkButton to="/dashboard/domains">{m.orders_to_domains()}</LinkButton> : null}
        {act === 'done' || order.owed_back > 0 ? <SupportWays /> : null}
      </div>
    </>
  )
}
