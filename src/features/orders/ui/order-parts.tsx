import { BadgeCheck, CircleSlash, Clock, type LucideIcon } from 'lucide-react'
import { ordersApi } from './orders.api.ts'
import { m } from '../../../paraglide/messages.js'
import { Badge, type Tone } from '../../../kit/Badge.tsx'
import type { TermLine } from '../../catalogue/ui/price-sums.tsx'
import { hostingName } from '../../products/names/hosting-name.ts'
import { monthsOfItem, readItem } from '../../products/item.ts'
import { isPayable, type LineState, type OrderStatus } from '../order.ts'
import { ProgressSteps } from '../../../kit/ProgressSteps.tsx'
import { FormattedDate } from '../../../kit/dates.tsx'
import { formatDecimal, formatMoney, type Money, moneyFromDecimal } from '../../../shared/money/money.ts'
import { classes } from '../../../kit/classes.ts'

/** An order as its customer sees it. */
export type Order = Awaited<ReturnType<typeof ordersApi.get.call>>
export type ReviewedOrder = Awaited<ReturnType<typeof ordersApi.reviewList.call>>['items'][number]
export type OrderLine = Order['lines'][number]

export const statusTexts: Record<OrderStatus, () => string> = {
  pending: m.orders_status_pending,
  completed: m.orders_step_done,
  cancelled: m.orders_status_cancelled,
}

const statusTones: Record<OrderStatus, Tone> = {
  pending: 'pending',
  completed: 'active',
  cancelled: 'rejected',
}

const lineTexts: Record<LineState, () => string> = {
  open: m.orders_line_open,
  registered: m.common_registered,
  gone: m.orders_line_gone,
}

/** Whether an order renews services, and brings none. */
const isOfRenewals = ({ lines }: Pick<Order, 'lines'>) => lines.every(({ renews }) => renews)

/** Whether a name of the order is being registered at a registrar. */
const isInDelivery = ({ lines }: Pick<Order, 'lines'>) => lines.some(({ in_delivery }) => in_delivery)

/** The status of an order, or that its names are being registered. */
export const OrderStatusBadge = ({ order }: { order: Order }) =>
  order.status === 'pending' && isInDelivery(order) ? (
    <Badge tone="pending">{isOfRenewals(order) ? m.orders_line_renewing() : m.requests_in_delivery()}</Badge>
  ) : (
    <Badge tone={statusTones[order.status]}>{statusTexts[order.status]()}</Badge>
  )

/** How far the payment of a pending order is. Undefined where the status of the order says more. */
export function paymentOf(order: Order): 'open' | 'claimed' | 'paid' | undefined {
  if (order.status !== 'pending' || isInDelivery(order)) return undefined
  if (nextStep(order).step === 'pay') return 'open'
  if (!order.payment_confirmed) return undefined
  return order.amount_paid === null ? 'claimed' : 'paid'
}

const lineTones: Record<LineState, { tone: Tone; icon: LucideIcon }> = {
  open: { tone: 'neutral', icon: Clock },
  registered: { tone: 'available', icon: BadgeCheck },
  gone: { tone: 'rejected', icon: CircleSlash },
}

/** What has become of a line. */
export const LineBadge = ({ line }: { line: OrderLine }) =>
  line.in_delivery ? (
    <Badge tone="pending">{line.renews ? m.orders_line_renewing() : m.requests_in_delivery()}</Badge>
  ) : (
    <Badge {...lineTones[line.state]}>{lineText(line, line.state)}</Badge>
  )

/** What a state of a line is called. */
export const lineText = ({ renews }: Pick<OrderLine, 'renews'>, state: LineState): string =>
  renews && state !== 'open'
    ? state === 'registered'
      ? m.orders_line_renewed()
      : m.orders_line_not_renewed()
    : lineTexts[state]()

/** An item as the screens name it. */
export function itemTitle(text: string): string {
  const item = readItem(text)
  if (item?.product !== 'hosting') return text
  const plan = hostingName(item.name, item.website)
  return item.period === 'yearly' ? m.orders_plan_yearly({ plan }) : m.orders_plan_monthly({ plan })
}

/** The name of an order on a screen. */
export function orderTitle({ domains }: { domains: readonly string[] }): string {
  const [first = '', ...more] = domains.map(itemTitle)
  return more.length > 0 ? m.orders_and_more({ name: first, count: more.length }) : first
}

/** An order for its customer, with all that is in it. */
export const orderNames = ({ domains }: { domains: readonly string[] }): string =>
  domains.map(itemTitle).join(', ')

/** The price of each line of an order, with its term. */
export const pricesOf = ({ lines, currency }: Pick<Order, 'lines' | 'currency'>): TermLine[] =>
  lines.map(({ item, years, price }) => ({
    price: moneyFromDecimal(price, currency),
    months: monthsOfItem(item, years),
  }))

/** The text of an order's next step, and its kind: the customer pays, the customer waits, or all is done. */
export function nextStep(order: Order): { sentence: string; step: 'pay' | 'wait' | 'done' } {
  const gone = order.lines.filter(({ state }) => state === 'gone').length
  const isDue = !order.payment_confirmed && isPayable(order)
  if (order.status === 'cancelled') return { sentence: m.orders_next_cancelled(), step: 'done' }
  if (order.status === 'completed') {
    if (isDue) return { sentence: m.orders_next_completed_unpaid(), step: 'pay' }
    if (gone === order.lines.length) return { sentence: m.orders_next_completed_none(), step: 'done' }
    return { sentence: gone ? m.orders_next_completed_partly() : m.orders_next_completed(), step: 'done' }
  }
  if (isDue) return { sentence: m.orders_next_pay(), step: 'pay' }
  if (isInDelivery(order))
    return {
      sentence: isOfRenewals(order) ? m.orders_next_renewing() : m.orders_next_registering(),
      step: 'wait',
    }
  return order.payment_confirmed
    ? { sentence: m.orders_next_check(), step: 'wait' }
    : { sentence: m.orders_next_gone(), step: 'wait' }
}

/** The steps of an order: placed, paid, completed. */
export function OrderProgress({ order }: { order: Order }) {
  const reached = order.status === 'completed' ? 2 : order.payment_confirmed ? 1 : 0
  return (
    <ProgressSteps
      label={m.orders_way()}
      steps={[m.orders_step_placed(), m.common_paid(), m.orders_step_done()]}
      reached={reached}
      stopped={order.status === 'cancelled'}
    />
  )
}

interface SumLineProps {
  name: string
  amount: Money
  strong?: boolean
  /** The term that the amount is for. */
  term?: string
  className?: string
}

/** An amount below a column of prices. Its parent is a `dl`. */
export function SumLine({ name, amount, strong = false, term, className }: SumLineProps) {
  return (
    <div className={classes('flex items-baseline justify-between gap-4', className)}>
      <dt className={strong ? 'font-semibold' : 'text-muted'}>
        {name}
        {term ? <span className="text-sm font-normal text-muted"> {term}</span> : null}
      </dt>
      <dd className={strong ? 'text-2xl font-black' : 'font-semibold'}>{formatMoney(amount)}</dd>
    </div>
  )
}

interface RefundFactProps {
  amount: number
  currency: string
  method: string | null
  reference: string | null
  date: string | null
  paidBack: (values: { amount: string; method: string; reference: string }) => string
  kept: (values: { amount: string }) => string
}

/** How an amount was paid back, or that it stays as the customer's credit. */
export function RefundFact({ amount, currency, method, reference, date, paidBack, kept }: RefundFactProps) {
  const shown = formatDecimal(amount, currency)
  if (method === null || reference === null || date === null) return kept({ amount: shown })
  return (
    <>
      {paidBack({ amount: shown, method, reference })} <FormattedDate at={date} />
    </>
  )
}
