import { useInfiniteQuery } from '@tanstack/react-query'
import { ShoppingBag } from 'lucide-react'
import { ordersApi } from './orders.api.ts'
import { SumPrice } from '../../catalogue/ui/price-sums.tsx'
import { m } from '../../../paraglide/messages.js'
import { CardList } from '../../../kit/list/CardList.tsx'
import { EmptyState } from '../../../kit/list/list-states.tsx'
import { LinkButton } from '../../../kit/Button.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { pagingOptions } from '../../../kit/list/paging.ts'
import { failureReason } from '../../../client/error-messages.ts'
import { formatDecimal } from '../../../shared/money/money.ts'
import { Card } from '../../../kit/Card.tsx'
import { classes } from '../../../kit/classes.ts'
import { useChangedIds } from '../../../client/live/live-updates.tsx'
import { FormattedDate } from '../../../kit/dates.tsx'
import {
  OrderProgress,
  OrderStatusBadge,
  nextStep,
  orderNames,
  paymentOf,
  pricesOf,
  type Order,
} from './order-parts.tsx'
import { PaymentBadge } from '../../money/ui/charges/charge-marks.tsx'

export const handle = { firstCalls: () => ['/api/orders?limit=20'] }

export const meta = pageTitle(() => ({ title: m.common_orders() }))

/** A customer's orders, newest first. */
export default function OrdersScreen() {
  const query = useInfiniteQuery(
    ordersApi.list.infiniteOptions({
      ...pagingOptions,
      input: (cursor: string | undefined) => ({ cursor, limit: 20 }),
    }),
  )
  return (
    <>
      <PageHeader title={m.common_orders()}>{m.orders_about()}</PageHeader>
      <CardList
        label={m.common_orders()}
        query={query}
        failed={m.orders_list_failed()}
        reasonOf={(error) => failureReason(error, { texts: {} })}
        empty={
          <EmptyState
            icon={ShoppingBag}
            title={m.common_no_orders_yet()}
            action={
              <LinkButton to="/search" reloadDocument>
                {m.cart_search()}
              </LinkButton>
            }
          >
            {m.orders_none_yet()}
          </EmptyState>
        }
      >
        {(order) => <OrderCard order={order} />}
      </CardList>
    </>
  )
}

/** An order in the list: what was ordered and how far it is. Glows once when it changes. */
function OrderCard({ order }: { order: Order }) {
  const changed = useChangedIds().has(order.id)
  const { sentence, step } = nextStep(order)
  const payment = paymentOf(order)
  return (
    <Card
      className={classes(
        'grid grid-cols-1 items-center gap-x-6 gap-y-4 px-5! py-4! sm:px-6! lg:grid-cols-[minmax(0,1fr)_16rem_auto]',
        changed && 'animate-glow',
      )}
    >
      <div className="flex min-w-0 flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="line-clamp-3 min-w-0 text-lg font-bold wrap-anywhere">{orderNames(order)}</h2>
          {payment ? <PaymentBadge state={payment} /> : <OrderStatusBadge order={order} />}
        </div>
        <p className="text-sm text-muted">
          {m.orders_number({ number: order.number })} · <FormattedDate at={order.created_at} />
        </p>
        <p>{sentence}</p>
      </div>
      <OrderProgress order={order} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 lg:w-52 lg:justify-end">
        <p className="text-lg font-bold tabular-nums md:text-right">
          <span className="sr-only">{m.common_total()} </span>
          <SumPrice lines={pricesOf(order)} currency={order.currency} />
        </p>
        <LinkButton
          to={`/dashboard/orders/${order.id}`}
          size="small"
          variant={step === 'pay' ? 'primary' : 'secondary'}
        >
          {step === 'pay'
            ? m.needs_pay({ amount: formatDecimal(order.amount_due, order.currency) })
            : m.orders_open()}
          <span className="sr-only">: {orderNames(order)}</span>
        </LinkButton>
      </div>
    </Card>
  )
}
