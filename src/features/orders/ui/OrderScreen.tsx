import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { ordersApi } from './api.ts'
import { m } from '../../../paraglide/messages.js'
import { ErrorState } from '../../../kit/list/list-states.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { failureReason, refusalCode } from '../../../client/error-messages.ts'
import { OrderDetail } from './OrderDetail.tsx'
import { OrderWaiting } from './OrderWaiting.tsx'

export const meta = pageTitle(() => ({ title: m.orders_order() }))

/** One order of the customer's, as its address names it. */
export default function OrderScreen() {
  const { id = '' } = useParams()
  const query = useQuery(ordersApi.get.queryOptions({ input: { id } }))
  return (
    <>
      <Link
        to="/dashboard/orders"
        className="mb-3 inline-flex touch items-center gap-1.5 text-sm text-primary underline-offset-4 hover:underline"
      >
        <ArrowLeft aria-hidden className="size-4" />
        {m.orders_back()}
      </Link>
      {query.data ? (
        <OrderDetail order={query.data} />
      ) : query.isError ? (
        <Failed error={query.error} onRetry={() => void query.refetch()} busy={query.isFetching} />
      ) : (
        <OrderWaiting />
      )}
    </>
  )
}

/** An address that names nothing of the customer's is no failure that trying again would mend. */
function Failed({ error, onRetry, busy }: { error: unknown; onRetry: () => void; busy: boolean }) {
  const isNone = ['NOT_FOUND', 'BAD_REQUEST'].includes(refusalCode(error) ?? '')
  if (isNone) return <ErrorState title={m.orders_not_found()} />
  return (
    <ErrorState title={m.orders_one_failed()} onRetry={onRetry} busy={busy}>
      {failureReason(error, { words: {} })}
    </ErrorState>
  )
}
