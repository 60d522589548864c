import { useInfiniteQuery } from '@tanstack/react-query'
import { ShoppingBag } from 'lucide-react'
import { ordersApi } from './api.ts'
import { m } from '../../../paraglide/messages.js'
import { EmptyState, ErrorState, LoadMore } from '../../../kit/list/list-states.tsx'
import { LinkButton } from '../../../kit/Button.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { CardSkeletons } from '../../../kit/Skeleton.tsx'
import { pagingOptions, loadedRows } from '../../../kit/list/paging.ts'
import { failureReason } from '../../../client/error-messages.ts'
import { OrderCard } from './OrderCard.tsx'

export const meta = pageTitle(() => ({ title: m.orders_title() }))

/** A customer's orders, newest first. */
export default function OrdersScreen() {
  const query = useInfiniteQuery(
    ordersApi.list.infiniteOptions({
      ...pagingOptions,
      input: (cursor: string | undefined) => ({ cursor, limit: 20 }),
    }),
  )
  const orders = loadedRows(query.data)
  return (
    <>
      <PageHeader title={m.orders_title()}>{m.orders_about()}</PageHeader>
      {orders && orders.length > 0 ? (
        <ul aria-label={m.orders_title()} className="flex flex-col gap-4">
          {orders.map((order) => (
            <li key={order.id}>
              <OrderCard order={order} />
            </li>
          ))}
        </ul>
      ) : orders ? (
        <EmptyState
          icon={ShoppingBag}
          title={m.orders_none()}
          action={
            <LinkButton to="/search" reloadDocument>
              {m.cart_search()}
            </LinkButton>
          }
        >
          {m.orders_none_yet()}
        </EmptyState>
      ) : query.isError ? (
        <ErrorState
          title={m.orders_list_failed()}
          onRetry={() => void query.refetch()}
          busy={query.isFetching}
        >
          {failureReason(query.error, { words: {} })}
        </ErrorState>
      ) : (
        <CardSkeletons />
      )}
      <LoadMore
        more={query.hasNextPage}
        busy={query.isFetchingNextPage}
        onMore={() => void query.fetchNextPage()}
      />
    </>
  )
}
