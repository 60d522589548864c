import { useInfiniteQuery } from '@tanstack/react-query'
import { ShoppingBag } from 'lucide-react'
import { ordersApi } from './api.ts'
import { m } from '../../../paraglide/messages.js'
import { EmptyState } from '../../../kit/EmptyState.tsx'
import { ErrorState } from '../../../kit/ErrorState.tsx'
import { LinkButton } from '../../../kit/LinkButton.tsx'
import { LoadMore } from '../../../kit/list/LoadMore.tsx'
import { PageHeader } from '../../../kit/PageHeader.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { CardSkeletons } from '../../../kit/CardSkeletons.tsx'
import { paging, rowsOf } from '../../../kit/list/pages.ts'
import { reasonOf } from '../../../client/refusal-words.ts'
import { OrderCard } from './OrderCard.tsx'

export const meta = pageTitle(() => ({ title: m.orders_title() }))

/** A customer's orders, newest first. */
export default function OrdersScreen() {
  const query = useInfiniteQuery(
    ordersApi.list.infiniteOptions({
      ...paging,
      input: (cursor: string | undefined) => ({ cursor, limit: 20 }),
    }),
  )
  const orders = rowsOf(query.data)
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
          {reasonOf(query.error, { words: {} })}
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
