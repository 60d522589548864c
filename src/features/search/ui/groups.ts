import { m } from '../../../paraglide/messages.js'
import { formatDecimal } from '../../../shared/money/money.ts'
import { displayName } from '../../../shared/people/person.ts'
import { filterLabel, screenOf } from '../../money/ui/received/payment-labels.ts'
import { orderTitle, statusTexts as orderTexts } from '../../orders/ui/order-parts.tsx'
import { shownReference } from '../../money/charges/reference.ts'
import { findProduct } from '../../product-screens/ui/products.ts'
import { MOST_OF_A_KIND } from '../search.data.ts'
import type { Found } from './search.api.ts'

/** A screen of the admins' area, by its label. */
export interface FoundScreen {
  to: string
  label: () => string
}

/** One thing that was found, and where it is. */
export interface Hit {
  key: string
  to: string
  title: string
  detail: string
}

export interface HitGroup {
  label: string
  hits: Hit[]
}

interface Owned {
  customer: {
    id: string
    full_name: string | null
    business_name: string | null
    email: string | null
  } | null
}

const nameOf = ({ customer }: Owned) =>
  customer ? (displayName(customer) ?? m.common_unnamed_customer()) : null
const joined = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' · ')
const money = (amount: number | null, currency: string | null) =>
  amount === null || currency === null ? null : formatDecimal(amount, currency)

const labelOf = (kind: string) => findProduct(kind)?.menu.label() ?? kind

/** Whether something is paid, or its customer says so, while it is still to be activated. */
const paymentTexts = { paid: m.inbox_state_paid, claimed: m.inbox_state_claimed }

function requestState({ kind, status, payment }: Found['requests'][number]): string {
  const product = findProduct(kind)
  if (payment && product?.stages[status] === 'offered') return paymentTexts[payment]()
  return product?.statuses[status]?.() ?? status
}

const orderState = ({ status, payment }: Found['orders'][number]) =>
  payment && status === 'pending'
    ? paymentTexts[payment]()
    : (orderTexts[status as keyof typeof orderTexts]?.() ?? status)

const chargeTexts = { open: m.payments_own_open, paid: m.common_paid, void: m.payments_own_void }

const isExpired = ({ expires_at }: { expires_at: string | null }) =>
  expires_at !== null && new Date(expires_at) < new Date()

/** A number of an order, as the server reads it. */
const isOrderNumber = (q: string) => /^(?:#|no\.?\s?)?\d{1,9}$/i.test(q)

/**
 * What was found by kind, without empty kinds, each with the address where it is. Screens are the first, then what has a
 * number of its own, then customers before what is theirs.
 */
export function hitGroups(screens: readonly FoundScreen[], found: Found | undefined, q: string): HitGroup[] {
  const groups: HitGroup[] = [
    {
      label: m.search_screens(),
      hits: screens.map(({ to, label }) => ({ key: to, to, title: label(), detail: '' })),
    },
    ...(found ? serverGroups(found, isOrderNumber(q)) : []),
  ]
  return groups.filter(({ hits }) => hits.length > 0)
}

/** @param byNumber whether the orders were found by their number */
function serverGroups(found: Found, byNumber: boolean): HitGroup[] {
  const orders: HitGroup = {
    label: m.common_orders(),
    hits: found.orders.map((one) => ({
      key: one.id,
      to: `/admin/orders?id=${one.id}`,
      title: m.orders_number({ number: one.number }),
      detail: joined(orderTitle({ domains: one.items }), orderState(one), nameOf(one)),
    })),
  }
  return [
    ...(byNumber ? [orders] : []),
    {
      label: m.search_payments(),
      hits: found.payments.map((one) => ({
        key: one.id,
        to: `/admin/payments?q=${encodeURIComponent(one.receipt)}`,
        title: one.receipt,
        detail: joined(filterLabel(one.state), money(one.amount, one.currency), nameOf(one)),
      })),
    },
    {
      label: m.search_charges(),
      hits: found.charges.map((one) => ({
        key: one.id,
        to: screenOf(one),
        title: shownReference(one.reference),
        detail: joined(one.subject, money(one.amount, one.currency), chargeTexts[one.state](), nameOf(one)),
      })),
    },
    {
      label: m.customers_invoices(),
      hits: found.invoices.map((one) => ({
        key: one.id,
        to: one.customer ? `/admin/profiles/${one.customer.id}/money` : '/admin/payments',
        title: one.number,
        detail: joined(money(one.amount, one.currency), nameOf(one)),
      })),
    },
    {
      label: m.common_customers(),
      hits: found.customers.map((one) => ({
        key: one.id,
        to: `/admin/profiles/${one.id}`,
        title: displayName(one) ?? m.common_unnamed_customer(),
        detail: joined(one.business_name && one.full_name, one.email, one.phone_number),
      })),
    },
    {
      label: m.search_services(),
      hits: found.services.map((one) => ({
        key: one.id,
        to: `/admin/services/${one.id}`,
        title: one.name,
        detail: joined(labelOf(one.kind), isExpired(one) ? m.common_expired() : null, nameOf(one)),
      })),
    },
    {
      label: m.search_requests(),
      hits: found.requests.map((one) => ({
        key: one.id,
        to: `${findProduct(one.kind)?.screens.admin ?? '/admin'}?id=${one.id}`,
        title: one.subject,
        detail: joined(labelOf(one.kind), requestState(one), nameOf(one)),
      })),
    },
    ...(byNumber ? [] : [orders]),
  ]
}

/** Whether there may be more than the first ones of some kind. */
export const hasMore = (found: Found | undefined) =>
  found !== undefined && Object.values(found).some((rows) => rows.length === MOST_OF_A_KIND)
