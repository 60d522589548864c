import { MessageSquare, MessagesSquare, ShoppingBag } from 'lucide-react'
import { Link } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { RelativeTime } from '../../../kit/dates.tsx'
import { productList } from '../../product-screens/ui/products.ts'
import { type Insights, useInsights, useWaiting, waitingInAll } from './insights.api.ts'
import { WayCard } from './WayCard.tsx'

/**
 * The queues, each with its length, its oldest entry, and how many entries wait longer than promised. The requests of a
 * product lead to the inbox. Orders lead to their queue, because those without a payment count here too.
 */
export function WaitingQueues() {
  const { data, isError } = useInsights()
  const waiting = useWaiting().data
  const inAll = waiting ? waitingInAll(waiting) : 0
  return (
    <section className="mt-8">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-xl font-bold">{m.insights_waiting()}</h2>
        <Link
          to="/admin/inbox"
          className="inline-flex touch items-center text-primary underline underline-offset-4"
        >
          {m.insights_all_waiting({ count: inAll })}
        </Link>
      </div>
      <div className="grid gap-4 md:grid-cols-2">
        {productList.map((product) => (
          <WayCard
            key={product.name}
            to={`/admin/inbox?kind=${product.name}`}
            icon={product.menu.icon}
            title={product.menu.adminLabel()}
          >
            {data ? (
              <Requests
                waiting={data.requests_waiting.find((one) => one.kind === product.name)!}
                promised={data.promised_minutes}
              />
            ) : (
              unknown(isError)
            )}
          </WayCard>
        ))}
        <WayCard to="/admin/orders" icon={ShoppingBag} title={m.common_orders()}>
          {data ? <Orders {...data.orders_waiting} /> : unknown(isError)}
        </WayCard>
        {waiting?.chats ? (
          <WayCard to="/admin/chat" icon={MessagesSquare} title={m.common_live_chat()}>
            {m.insights_to_answer({ count: waiting.chats })}
          </WayCard>
        ) : null}
        {waiting?.messages ? (
          <WayCard to="/admin/messages" icon={MessageSquare} title={m.common_messages()}>
            {m.insights_to_answer({ count: waiting.messages })}
          </WayCard>
        ) : null}
      </div>
    </section>
  )
}

const unknown = (isError: boolean) => (isError ? '–' : m.kit_loading())

function Requests({
  waiting: { kind, count, over, oldest_at },
  promised,
}: {
  waiting: Insights['requests_waiting'][number]
  promised: number
}) {
  const paid = useWaiting().data?.requests.find((one) => one.kind === kind)?.claimed
  if (!count && !paid) return m.insights_nothing_waits()
  return (
    <>
      {[count ? m.insights_to_answer({ count }) : '', paid ? m.insights_to_check({ count: paid }) : '']
        .filter(Boolean)
        .join(' · ')}
      {oldest_at ? (
        <span className="block text-sm">
          {m.insights_oldest()} <RelativeTime at={oldest_at} />
          {over ? (
            <span className="font-semibold text-danger">
              {' '}
              · {m.insights_over({ count: over, minutes: promised })}
            </span>
          ) : null}
        </span>
      ) : null}
    </>
  )
}

function Orders({ pending, claimed, oldest_at }: Insights['orders_waiting']) {
  if (!pending) return m.insights_nothing_waits()
  return (
    <>
      {[
        m.insights_orders_open({ count: pending }),
        claimed ? m.insights_orders_claimed({ count: claimed }) : '',
      ]
        .filter(Boolean)
        .join(' · ')}
      {oldest_at ? (
        <span className="block text-sm">
          {m.insights_oldest()} <RelativeTime at={oldest_at} />
        </span>
      ) : null}
    </>
  )
}
