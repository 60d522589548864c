import { MessageSquare, MessagesSquare, ShoppingBag } from 'lucide-react'
import { Link } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { RelativeTime } from '../../../kit/dates.tsx'
import { productList } from '../../product-screens/ui/products.ts'
import { type Insights, useInsights, useWaiting, waitingInAll } from './insights.api.ts'
import { WayCard } from './WayCard.tsx'

/** The queues of the inbox, each with its length, its oldest entry, and how many entries wait longer than promised. */
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
        <WayCard
          to={waiting?.orders || !waiting?.refunds ? '/admin/inbox?kind=order' : '/admin/inbox?kind=refund'}
          icon={ShoppingBag}
          title={m.common_orders()}
        >
          {data ? (
            <Orders waiting={data.orders_waiting} promised={data.promised_minutes} />
          ) : (
            unknown(isError)
          )}
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

interface QueueProps<Queue> {
  waiting: Queue
  promised: number
}

function Requests({
  waiting: { kind, count, ...since },
  promised,
}: QueueProps<Insights['requests_waiting'][number]>) {
  const paid = useWaiting().data?.requests.find((one) => one.kind === kind)?.claimed
  return (
    <Queue
      parts={[count ? m.insights_to_answer({ count }) : '', paid ? m.insights_to_check({ count: paid }) : '']}
      {...since}
      promised={promised}
    />
  )
}

/** What waits of orders is what the inbox lists of them: payments to check, and money owed back. */
function Orders({ waiting: { claimed, over, oldest_at }, promised }: QueueProps<Insights['orders_waiting']>) {
  const { orders = claimed, refunds = 0 } = useWaiting().data ?? {}
  return (
    <Queue
      parts={[
        orders ? m.insights_to_check({ count: orders }) : '',
        refunds ? m.insights_refunds_due({ count: refunds }) : '',
      ]}
      over={over}
      oldest_at={oldest_at}
      promised={promised}
    />
  )
}

interface QueueTextProps {
  parts: readonly string[]
  over: number
  oldest_at: string | null
  promised: number
}

function Queue({ parts, over, oldest_at, promised }: QueueTextProps) {
  const known = parts.filter(Boolean)
  if (!known.length) return m.insights_nothing_waits()
  return (
    <>
      {known.join(' · ')}
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
