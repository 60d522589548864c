import { m } from '../../../paraglide/messages.js'
import { outageMessage } from '../../../client/error-messages.ts'
import { ErrorState } from '../../../kit/list/list-states.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { Expiries } from './Expiries.tsx'
import { Months } from './Months.tsx'
import { RequestsByStatus } from './RequestsByStatus.tsx'
import { useInsights } from './use-insights.ts'

/** How the shop is doing: by month, by status, and what expires. */
export function InsightsSection() {
  const { data, error, isError, isFetching, refetch } = useInsights()
  return (
    <section className="mt-10" aria-busy={!data && !isError}>
      <h2 className="mb-4 text-xl font-bold">{m.insights_heading()}</h2>
      {data ? (
        <div className="grid grid-cols-1 gap-4">
          <Months months={data.months} />
          <RequestsByStatus requests={data.requests} />
          <Expiries expiries={data.expiries} />
        </div>
      ) : isError ? (
        <ErrorState title={m.insights_failed()} busy={isFetching} onRetry={() => void refetch()}>
          {outageMessage(error)}
        </ErrorState>
      ) : (
        <div className="grid gap-4 xl:grid-cols-2">
          <Skeleton className="h-80 w-full" />
          <Skeleton className="h-80 w-full" />
          <span className="sr-only">{m.kit_loading()}</span>
        </div>
      )}
    </section>
  )
}
