import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { chatApi } from '../api.ts'
import { m } from '../../../../paraglide/messages.js'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { FormattedDate } from '../../../../kit/dates.tsx'
import { findProduct } from '../../../product-screens/ui/products.ts'
import { StatusBadge } from '../../../requests/ui/StatusBadge.tsx'
import { Requester } from '../../../requests/ui/review/Requester.tsx'
import type { Conversation } from './filter.ts'

/** Who is writing, how else to reach them, and what they asked for last. */
export function CustomerFacts({ conversation: { id, customer } }: { conversation: Conversation }) {
  const requests = useQuery(chatApi.inbox.requests.queryOptions({ input: { id } }))
  return (
    <div className="flex flex-col gap-4">
      <Requester requester={customer} />
      <div>
        <h3 className="font-semibold">{m.chat_requests()}</h3>
        {requests.isError ? <p className="text-danger">{m.chat_requests_failed()}</p> : null}
        {requests.isPending ? <Skeleton className="mt-2 h-16 w-full" /> : null}
        {requests.data?.items.length === 0 ? <p className="text-muted">{m.chat_requests_none()}</p> : null}
        <ul className="mt-1 flex flex-col gap-2">
          {requests.data?.items.map((request) => {
            const product = findProduct(request.kind)
            return product ? (
              <li key={request.id} className="flex flex-col items-start gap-0.5">
                <Link
                  to={`${product.screens.admin}?q=${encodeURIComponent(request.subject)}`}
                  className="inline-flex min-h-6 items-center font-semibold wrap-anywhere text-primary underline-offset-2 hover:underline"
                >
                  {request.subject}
                </Link>
                <span className="flex flex-wrap items-center gap-2 text-muted">
                  <StatusBadge product={product} request={request} />
                  <FormattedDate at={request.created_at} />
                </span>
              </li>
            ) : null
          })}
        </ul>
      </div>
    </div>
  )
}
