import { useQuery } from '@tanstack/react-query'
import { type LucideIcon, ShoppingBag, UserRound } from 'lucide-react'
import { ownInsightsApi } from './own-insights.api.ts'
import { splitOrderName } from '../../../shared/order-name.ts'
import { m } from '../../../paraglide/messages.js'
import { EmptyState, ErrorState } from '../../../kit/list/list-states.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { RelativeTime } from '../../../kit/dates.tsx'
import type { Stage } from '../../products/life-cycle.ts'
import { findProduct } from '../../product-screens/ui/products.ts'
import type { Product } from '../../requests/ui/product.ts'

/** The latest events about the customer's own data, newest first. */
export function RecentActivity() {
  const { data, isPending, isFetching, refetch } = useQuery(ownInsightsApi.activity.queryOptions())
  return (
    <section className="mt-10" aria-busy={isPending}>
      <h2 className="mb-4 text-xl font-bold">{m.insights_activity()}</h2>
      {isPending ? (
        <Waiting />
      ) : !data ? (
        <ErrorState title={m.insights_activity_failed()} query={{ refetch, isFetching }} />
      ) : data.items.length ? (
        <List items={data.items} />
      ) : (
        <EmptyState title={m.insights_no_activity()} />
      )}
    </section>
  )
}

function List({ items }: { items: Activity[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {items.map((activity) => {
        const Icon = activityIcon(activity)
        return (
          <li key={activity.id} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 py-3 sm:flex">
            <Icon aria-hidden className="mt-[3px] size-4 shrink-0 text-muted" />
            <span className="wrap-anywhere sm:flex-1">{activityWords(activity)}</span>
            <span className="text-sm text-muted max-sm:col-start-2 sm:shrink-0 sm:pt-0.5">
              <RelativeTime at={activity.at} />
            </span>
          </li>
        )
      })}
    </ul>
  )
}

const Waiting = () => (
  <div className="grid gap-4">
    <Skeleton className="h-5 w-3/4" />
    <Skeleton className="h-5 w-2/3" />
    <span className="sr-only">{m.kit_loading()}</span>
  </div>
)

type Activity = Awaited<ReturnType<typeof ownInsightsApi.activity.call>>['items'][number]

type Sentence = (words: { subject: string }) => string

const answered: Record<Stage, Sentence> = {
  asked: m.activity_looked_at,
  offered: m.activity_offered,
  suggested: m.activity_suggested,
  rejected: m.activity_rejected,
  active: m.activity_activated,
}

/** The values for a text, as far as the event has them. */
interface About {
  subject: string
  product: Product | undefined
  status: string
  role: string
}

const sentences: Record<Activity['type'], (about: About) => string> = {
  'request.submitted': ({ product, ...about }) => (product?.requested ?? m.activity_asked)(about),
  'request.changed': ({ product, status, ...about }) => {
    const stage = product?.stages[status]
    return (stage ? answered[stage] : m.activity_answered)(about)
  },
  'request.activated': m.activity_activated,
  'payment.claimed': m.activity_claimed,
  'payment.rejected': m.activity_claim_rejected,
  'payment.received': m.activity_payment_received,
  'payment.reversed': m.activity_payment_reversed,
  'record.renewed': m.activity_renewed,
  'renewal.requested': m.activity_renewal_requested,
  'record.released': m.activity_released,
  'record.suspended': m.activity_suspended,
  'record.resumed': m.activity_resumed,
  'record.ended': m.activity_ended,
  'record.handed-over': m.activity_handed_over,
  'record.received': m.activity_received_service,
  'record.corrected': m.activity_corrected,
  'record.access-changed': m.handover_activity,
  'order.placed': m.activity_ordered,
  'order.changed': m.activity_order_changed,
  'order.completed': m.activity_order_completed,
  'order.cancelled': m.activity_order_cancelled,
  'order.refunded': m.activity_order_refunded,
  'order.pending': m.activity_order_pending,
  'profile.changed': () => m.activity_profile(),
  'profile.role-changed': ({ role }) => (role === 'admin' ? m.activity_admin() : m.activity_customer()),
}

/** The text of an event for the customer. */
const activityWords = ({ type, data }: Activity): string =>
  sentences[type]({
    product: findProduct(data['kind']),
    subject: subjectOf(type, data),
    status: textIn(data, 'status'),
    role: textIn(data, 'role'),
  })

/** A plan is named as hosting, unless the sentence says so. An order is named by its first item. */
function subjectOf(type: Activity['type'], data: Activity['data']): string {
  const subject = textIn(data, 'subject')
  if (data['kind'] === 'hosting' && type !== 'request.submitted') return m.hosting_named({ plan: subject })
  const { first, more } = splitOrderName(subject)
  return data['kind'] === 'order' && more ? m.orders_and_more({ name: first, count: more }) : subject
}

const textIn = (data: Activity['data'], field: string) => (typeof data[field] === 'string' ? data[field] : '')

const activityIcon = ({ data }: Activity): LucideIcon =>
  data['kind'] === 'order' ? ShoppingBag : (findProduct(data['kind'])?.menu.icon ?? UserRound)
