import { m } from '../../../paraglide/messages.js'
import { shownDollars } from '../../../shared/money.ts'
import { classes } from '../../../kit/classes.ts'
import { Badge } from '../../../kit/Badge.tsx'
import { lineTones, lineWords, type Order } from './orders.ts'
import { SumLine } from './SumLine.tsx'

/** The domains of an order, each with its price and what became of it; then what they add up to. */
export function OrderLines({ order }: { order: Order }) {
  const { lines, total_price, amount_due, amount_paid, owed_back, refunds, payment_confirmed } = order
  return (
    <>
      <ul aria-label={m.orders_lines()} className="divide-y divide-line">
        {lines.map(({ domain, price, state }) => (
          <li key={domain} className="flex flex-wrap items-center gap-x-4 gap-y-1.5 py-3 first:pt-0">
            <span className="min-w-0 flex-1 font-semibold wrap-anywhere max-sm:basis-full">{domain}</span>
            <Badge {...lineTones[state]}>{lineWords[state]()}</Badge>
            <span className={classes('ml-auto', state === 'gone' && 'text-muted line-through')}>
              {shownDollars(price)}
            </span>
          </li>
        ))}
      </ul>
      <dl className="flex flex-col gap-1.5">
        <SumLine strong name={m.orders_total()} amount={total_price} />
        {!payment_confirmed && amount_due !== total_price && order.status !== 'cancelled' ? (
          <SumLine name={m.orders_due()} amount={amount_due} />
        ) : null}
        {amount_paid === null ? null : <SumLine name={m.orders_paid()} amount={amount_paid} />}
        {refunds.map(({ amount, reference, date }) => (
          <SumLine key={`${date} ${reference}`} name={m.orders_refunded()} amount={amount} />
        ))}
        {owed_back > 0 ? <SumLine name={m.orders_owed()} amount={owed_back} className="text-danger" /> : null}
      </dl>
    </>
  )
}
