import { useInfiniteQuery } from '@tanstack/react-query'
import { Inbox, Package, ShoppingBag } from 'lucide-react'
import { ColumnPrice } from '../../catalogue/ui/price-rates.tsx'
import { m } from '../../../paraglide/messages.js'
import { outageMessage } from '../../../client/error-messages.ts'
import type { Column, NameColumn } from '../../../kit/data-list/column.ts'
import { DataList } from '../../../kit/data-list/DataList.tsx'
import { unsorted } from '../../../kit/data-list/sort.ts'
import { MomentDay } from '../../../kit/dates.tsx'
import { EmptyState } from '../../../kit/list/list-states.tsx'
import { pageInput, pagingOptions } from '../../../kit/list/paging.ts'
import { ordersApi } from '../../orders/ui/orders.api.ts'
import { orderMonths } from '../../orders/order-terms.ts'
import { OrderStatusBadge, orderTitle, type ReviewedOrder } from '../../orders/ui/order-parts.tsx'
import { productList } from '../../product-screens/ui/products.ts'
import type { Product } from '../../requests/ui/product.ts'
import type { ReviewedRequest } from '../../requests/ui/requests.api.ts'
import { BriefStatus } from '../../requests/ui/review/BriefStatus.tsx'
import { servicesApi } from '../../services/ui/services.api.ts'
import { serviceColumns, serviceName } from '../../services/ui/service-columns.tsx'
import type { SectionProps } from './section.tsx'
import { reviewTexts } from '../../requests/ui/review/review-texts.ts'

/** Rows of a list before "Load more". */
const SHOWN = 20

/** What a customer holds, by expiry. */
export function ServicesSection({ profile }: SectionProps) {
  const list = useInfiniteQuery(
    servicesApi.list.infiniteOptions({
      ...pagingOptions,
      input: (cursor: string | undefined) => pageInput({ customer: profile, limit: SHOWN }, cursor),
    }),
  )
  return (
    <DataList
      label={m.common_services()}
      query={list}
      name={{ ...serviceName, sort: undefined }}
      columns={unsorted(serviceColumns).filter(({ id }) => id !== 'customer')}
      failed={m.services_failed()}
      reasonOf={outageMessage}
      empty={<EmptyState icon={Package} title={m.customers_no_services_yet()} />}
    />
  )
}

/** A customer's requests of each product and orders, each with the link to its decision. */
export const RequestsSection = ({ profile }: SectionProps) => (
  <div className="flex flex-col gap-8">
    {productList.map((product) => (
      <section key={product.name} aria-label={reviewTexts[product.name].title()}>
        <h2 className="mb-2 text-lg font-bold">{reviewTexts[product.name].title()}</h2>
        <Requests product={product} profile={profile} />
      </section>
    ))}
    <section aria-label={m.common_orders()}>
      <h2 className="mb-2 text-lg font-bold">{m.common_orders()}</h2>
      <Orders profile={profile} />
    </section>
  </div>
)

function Requests({ product, profile }: { product: Product; profile: string }) {
  const list = useInfiniteQuery(
    product.calls.reviewList.infiniteOptions({
      ...pagingOptions,
      input: (cursor: string | undefined) => pageInput({ customer: profile, limit: SHOWN }, cursor),
    }),
  )
  return (
    <DataList
      label={reviewTexts[product.name].title()}
      query={list}
      name={requestName(product)}
      columns={requestColumns(product)}
      failed={reviewTexts[product.name].listFailed()}
      reasonOf={outageMessage}
      empty={<EmptyState icon={Inbox} title={m.common_no_requests_yet()} />}
    />
  )
}

const requestName = (product: Product): NameColumn<ReviewedRequest> => ({
  header: m.common_name(),
  text: product.nameOf,
  detail: product.detailOf,
  to: ({ id }) => `${product.screens.admin}?id=${id}`,
})

const requestColumns = (product: Product): Column<ReviewedRequest>[] => [
  {
    id: 'status',
    header: m.common_status(),
    width: 'w-50',
    isPlain: true,
    cell: (request) => <BriefStatus product={product} request={request} />,
  },
  {
    id: 'amount',
    header: m.common_amount(),
    align: 'right',
    width: 'w-32',
    has: ({ price }) => price !== null,
    cell: (request) =>
      request.price === null ? null : (
        <ColumnPrice amount={request.price} currency={request.currency} months={product.monthsOf(request)} />
      ),
  },
  {
    id: 'since',
    header: m.common_since(),
    width: 'w-32',
    cell: ({ created_at }) => <MomentDay at={created_at} />,
  },
]

function Orders({ profile }: { profile: string }) {
  const list = useInfiniteQuery(
    ordersApi.reviewList.infiniteOptions({
      ...pagingOptions,
      input: (cursor: string | undefined) => pageInput({ customer: profile, limit: SHOWN }, cursor),
    }),
  )
  return (
    <DataList
      label={m.common_orders()}
      query={list}
      name={orderName}
      columns={orderColumns}
      failed={m.orders_review_list_failed()}
      reasonOf={outageMessage}
      empty={<EmptyState icon={ShoppingBag} title={m.common_no_orders_yet()} />}
    />
  )
}

const orderName: NameColumn<ReviewedOrder> = {
  header: m.common_order(),
  text: orderTitle,
  detail: ({ number }) => m.orders_number({ number }),
  to: ({ id }) => `/admin/orders?id=${id}`,
}

const orderColumns: Column<ReviewedOrder>[] = [
  {
    id: 'status',
    header: m.common_status(),
    width: 'w-44',
    isPlain: true,
    cell: (order) => <OrderStatusBadge order={order} />,
  },
  {
    id: 'payment',
    header: m.common_payment(),
    width: 'w-36',
    isPlain: true,
    from: 'lg',
    has: ({ status }) => status === 'pending',
    cell: ({ status, payment_confirmed }) =>
      status !== 'pending' ? null : payment_confirmed ? m.review_claim_claimed() : m.review_claim_unclaimed(),
  },
  {
    id: 'total',
    header: m.common_amount(),
    align: 'right',
    width: 'w-32',
    cell: (order) => (
      <ColumnPrice amount={order.total_price} currency={order.currency} months={orderMonths(order)} />
    ),
  },
  {
    id: 'placed',
    header: m.customers_placed(),
    width: 'w-32',
    cell: ({ created_at }) => <MomentDay at={created_at} />,
  },
]
