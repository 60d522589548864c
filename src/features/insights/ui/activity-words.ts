import { ShoppingBag, UserRound, type LucideIcon } from 'lucide-react'
import type { insightsApi } from './api.ts'
import { m } from '../../../paraglide/messages.js'
import type { Stage } from '../../products/life-cycle.ts'
import { findProduct } from '../../product-screens/ui/products.ts'
import type { Product } from '../../requests/ui/product.ts'

type Happening = Awaited<ReturnType<typeof insightsApi.activity.call>>['items'][number]

type Sentence = (words: { subject: string }) => string

const answered: Record<Stage, Sentence> = {
  asked: m.activity_looked_at,
  offered: m.activity_offered,
  suggested: m.activity_suggested,
  rejected: m.activity_rejected,
  active: m.activity_activated,
}

/** What a sentence is about, as far as the event says so. */
interface About {
  subject: string
  product: Product | undefined
  status: string
  role: string
}

const sentences: Record<Happening['type'], (about: About) => string> = {
  'request.submitted': ({ product, ...about }) => (product?.requested ?? m.activity_asked)(about),
  'request.changed': ({ product, status, ...about }) => {
    const stage = product?.stages[status]
    return (stage ? answered[stage] : m.activity_answered)(about)
  },
  'request.activated': m.activity_activated,
  'payment.claimed': m.activity_claimed,
  'payment.rejected': m.activity_claim_rejected,
  'record.renewed': m.activity_renewed,
  'renewal.requested': m.activity_renewal_requested,
  'record.released': m.activity_released,
  'order.placed': m.activity_ordered,
  'order.changed': m.activity_order_changed,
  'order.completed': m.activity_order_completed,
  'order.cancelled': m.activity_order_cancelled,
  'order.refunded': m.activity_order_refunded,
  'order.pending': m.activity_order_pending,
  'profile.changed': () => m.activity_profile(),
  'profile.role-changed': ({ role }) => (role === 'admin' ? m.activity_admin() : m.activity_customer()),
}

/** What happened, as a sentence to the customer. */
export const activityWords = ({ type, data }: Happening): string =>
  sentences[type]({
    product: findProduct(data['kind']),
    subject: textIn(data, 'subject'),
    status: textIn(data, 'status'),
    role: textIn(data, 'role'),
  })

const textIn = (data: Happening['data'], field: string) =>
  typeof data[field] === 'string' ? data[field] : ''

export const activityIcon = ({ data }: Happening): LucideIcon =>
  data['kind'] === 'order' ? ShoppingBag : (findProduct(data['kind'])?.menu.icon ?? UserRound)
