import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ordersApi } from './orders.api.ts'
import { termsText } from '../../catalogue/ui/price-sums.tsx'
import { forTerm, TermPrice } from '../../catalogue/ui/price-terms.tsx'
import { monthsOfItem, productOf } from '../../products/item.ts'
import { m } from '../../../paraglide/messages.js'
import { ErrorState } from '../../../kit/list/list-states.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { BackLink } from '../../../kit/page/BackLink.tsx'
import { failureReason, refusalCode } from '../../../client/error-messages.ts'
import { Card } from '../../../kit/Card.tsx'
import { classes } from '../../../kit/classes.ts'
import { useChangedIds } from '../../../client/live/live-updates.tsx'
import { FormattedDate } from '../../../kit/dates.tsx'
import {
  LineBadge,
  OrderProgress,
  OrderStatusBadge,
  RefundFact,
  SumLine,
  itemTitle,
  nextStep,
  orderNames,
  paymentOf,
  type Order,
  pricesOf,
} from './order-parts.tsx'
import { PaymentBadge } from '../../money/ui/charges/charge-marks.tsx'
import { formatDecimal, moneyFromDecimal } from '../../../shared/money/money.ts'
import { LinkButton } from '../../../kit/Button.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { AskedDetails } from '../../fulfilment/ui/details/AskedDetails.tsx'
import { Feedback } from '../../requests/ui/Offer.tsx'
import { PaymentStep } from '../../money/ui/charges/PaymentStep.tsx'
import { SupportWays } from '../../money/ui/claims/SupportWays.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'

export const meta = pageTitle(() => ({ title: m.common_order() }))

/** One order of the customer, by the id in the URL. */
export default function OrderScreen() {
  const { id = '' } = useParams()
  const query = useQuery(ordersApi.get.queryOptions({ input: { id } }))
  return (
    <>
      <BackLink to="/dashboard/orders">{m.orders_back()}</BackLink>
      {query.data ? (
        <OrderDetail order={query.data} />
      ) : query.isError ? (
        <Failed query={query} />
      ) : (
        <OrderSkeleton />
      )}
    </>
  )
}

/** The error of an order. An unknown or malformed id offers no retry. */
function Failed({ query }: { query: UseQueryResult }) {
  const { error } = query
  const isNone = ['NOT_FOUND', 'BAD_REQUEST'].includes(refusalCode(error) ?? '')
  if (isNone) return <ErrorState title={m.orders_not_found()} />
  return (
    <ErrorState title={m.orders_one_failed()} query={query}>
      {failureReason(error, { texts: {} })}
    </ErrorState>
  )
}

/** An order with its domains and sums, and the next step beside them. */
function OrderDetail({ order }: { order: Order }) {
  const payment = paymentOf(order)
  const changed = useChangedIds().has(order.id)
  return (
    <>
      <header className="mb-6 flex flex-col items-start gap-2">
        {payment ? <PaymentBadge state={payment} /> : <OrderStatusBadge order={order} />}
        <h1 className="text-2xl font-black wrap-anywhere">{m.orders_number({ number: order.number })}</h1>
        <p className="text-muted wrap-anywhere">
          <FormattedDate at={order.created_at} />
        </p>
      </header>
      {order.status === 'pending' ? <AskedDetails names={namesToRegister(order)} /> : null}
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <Card className={classes('flex flex-col gap-5 lg:sticky lg:top-20', changed && 'animate-glow')}>
          <OrderLines order={order} />
        </Card>
        <Card className="flex flex-col gap-5">
          <OrderProgress order={order} />
          <OrderNext order={order} />
        </Card>
      </div>
    </>
  )
}

const namesToRegister = ({ lines }: Order) =>
  lines
    .filter(({ item, state, renews }) => state === 'open' && !renews && productOf(item) === 'domain')
    .map(({ item }) => item)

/** The domains of an order with price and state, then the sums. */
function OrderLines({ order }: { order: Order }) {
  const { lines, total_price, amount_due, amount_paid, owed_back, refunds, payment_confirmed } = order
  const { step } = nextStep(order)
  const money = (decimal: number) => moneyFromDecimal(decimal, order.currency)
  return (
    <>
      <ul aria-label={m.orders_lines()} className="divide-y divide-line">
        {lines.map((line) => (
          <li key={line.item} className="flex flex-wrap items-center gap-x-4 gap-y-1.5 py-3 first:pt-0">
            <span className="min-w-0 flex-1 font-semibold wrap-anywhere max-sm:basis-full">
              {itemTitle(line.item)}
              {line.renews ? <span className="font-normal text-muted"> · {m.common_renewal()}</span> : null}
            </span>
            {line.state === 'open' && !line.in_delivery && step === 'pay' ? (
              <PaymentBadge state="open" />
            ) : (
              <LineBadge line={line} />
            )}
            <span className={classes('ml-auto', line.state === 'gone' && 'text-muted line-through')}>
              <TermPrice price={money(line.price)} term={forTerm(monthsOfItem(line.item, line.years))} />
            </span>
          </li>
        ))}
      </ul>
      <dl className="flex flex-col gap-1.5">
        <SumLine
          strong
          name={m.common_total()}
          amount={money(total_price)}
          term={termsText(pricesOf(order), order.currency)}
        />
        {!payment_confirmed && amount_due !== total_price && order.status !== 'cancelled' ? (
          <SumLine name={m.orders_due()} amount={money(amount_due)} />
        ) : null}
        {amount_paid === null ? null : <SumLine name={m.common_paid()} amount={money(amount_paid)} />}
        {refunds.map(({ amount, currency, method, reference, date }, index) => (
          <SumLine
            key={`${index} ${date} ${reference}`}
            name={method === null ? m.orders_kept() : m.orders_refunded()}
            amount={moneyFromDecimal(amount, currency)}
          />
        ))}
        {owed_back > 0 ? (
          <SumLine name={m.orders_owed()} amount={money(owed_back)} className="text-danger" />
        ) : null}
      </dl>
    </>
  )
}

const paymentTexts = {
  confirm: m.common_confirm_payment_title,
  fieldsMissing: m.requests_fields_missing,
  claimFailed: m.requests_claim_failed,
}

/** The next step of an order, with the payment form where it is to be paid. */
function OrderNext({ order }: { order: Order }) {
  const { sentence, step } = nextStep(order)
  const hasDomains = order.status === 'completed' && order.lines.some(({ state }) => state === 'registered')
  return (
    <>
      <p className="font-semibold">{sentence}</p>
      {step === 'pay' ? (
        <PaymentStep
          name={orderNames(order)}
          price={moneyFromDecimal(order.amount_due, order.currency)}
          reference={order.reference}
          rejection={order.claim_rejection}
          texts={paymentTexts}
          queryKey={ordersApi.key()}
          send={(payment) => ordersApi.claimPayment.call({ id: order.id, ...payment })}
        />
      ) : null}
      {order.payment_confirmed ? (
        <p className="wrap-anywhere">
          <span className="text-sm text-muted">{m.common_payment()}</span>{' '}
          {[order.payment_method, order.receipt_number, order.payer_name].filter(Boolean).join(' · ')}
        </p>
      ) : null}
      <Feedback text={order.admin_feedback} />
      {order.owed_back > 0 ? (
        <Notice tone="warning">
          {m.orders_owed_about({ amount: formatDecimal(order.owed_back, order.currency) })}
        </Notice>
      ) : null}
      {order.refunds.map((refund, index) => (
        <Notice key={`${index} ${refund.date} ${refund.reference}`}>
          <RefundFact {...refund} paidBack={m.orders_refunded_about} kept={m.orders_kept_about} />
        </Notice>
      ))}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {hasDomains ? <LinkButton to="/dashboard/domains">{m.orders_to_domains()}</LinkButton> : null}
        {step === 'done' || order.owed_back > 0 ? <SupportWays /> : null}
      </div>
    </>
  )
}

/** The placeholder of an order while it loads. */
function OrderSkeleton() {
  return (
    <div aria-busy>
      <span role="status" className="sr-only">
        {m.kit_loading()}
      </span>
      <div className="mb-6 flex flex-col gap-2">
        <Skeleton className="h-6 w-24" />
        <Skeleton className="h-8 w-3/5 max-w-md" />
        <Skeleton className="h-5 w-28" />
      </div>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <Card className="flex flex-col gap-5">
          <Skeleton className="h-6 w-full" />
          <Skeleton className="h-8 w-24 self-end" />
        </Card>
        <Card className="flex flex-col gap-5">
          <Skeleton className="h-1.5 w-full" />
          <Skeleton className="h-6 w-3/5" />
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-10 w-40 coarse:h-11" />
        </Card>
      </div>
    </div>
  )
}
