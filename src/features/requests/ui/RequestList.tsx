import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { m } from '../../../paraglide/messages.js'
import { EmptyState, ErrorState, LoadMore } from '../../../kit/list/list-states.tsx'
import { useScrollToRow } from '../../../kit/page/scroll-to-hash.ts'
import { CardSkeletons } from '../../../kit/Skeleton.tsx'
import { pagingOptions, loadedRows } from '../../../kit/list/paging.ts'
import type { Product } from './product.ts'
import { failureReason } from '../../../client/error-messages.ts'
import { RequestCard } from './RequestCard.tsx'

/** A customer's requests of a product, newest first, each as its card. */
export function RequestList({ product }: { product: Product }) {
  const { calls, words, icon } = product
  const heading = useId()
  const query = useInfiniteQuery(
    calls.list.infiniteOptions({
      ...pagingOptions,
      input: (cursor: string | undefined) => ({ cursor, limit: 10 }),
    }),
  )
  const requests = loadedRows(query.data)
  const arrivalOf = useScrollToRow('request', { ...query, rows: requests })
  return (
    <section aria-labelledby={heading} aria-busy={query.isPending}>
      <h2 id={heading} className="mb-4 text-xl font-bold">
        {words.mine()}
      </h2>
      {requests && requests.length > 0 ? (
        <ul className="flex flex-col gap-4">
          {requests.map((request) => (
            <li key={request.id} ref={arrivalOf(request.id)} className="rounded-card">
              <RequestCard product={product} request={request} />
            </li>
          ))}
        </ul>
      ) : requests ? (
        <EmptyState icon={icon} title={words.none()}>
          {words.noneYet()}
        </EmptyState>
      ) : query.isError ? (
        <ErrorState title={words.listFailed()} onRetry={() => void query.refetch()} busy={query.isFetching}>
          {failureReason(query.error, product)}
        </ErrorState>
      ) : (
        <CardSkeletons />
      )}
      {query.isFetchNextPageError ? (
        <p role="alert" className="mt-4 text-center text-danger">
          {words.listFailed()}
        </p>
      ) : null}
      <LoadMore
        more={query.hasNextPage}
        busy={query.isFetchingNextPage}
        onMore={() => void query.fetchNextPage()}
      />
      <span role="status" className="sr-only">
        {query.isPending ? m.kit_loading() : ''}
      </span>
    </section>
  )
}
