import { useQuery } from '@tanstack/react-query'
import { insightsApi } from './api.ts'
import { m } from '../../../paraglide/messages.js'
import { EmptyState, ErrorState } from '../../../kit/list/list-states.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { RelativeTime } from '../../../kit/dates.tsx'
import { activityIcon, activityWords } from './activity-words.ts'

/** What happened last to the customer's own things, newest first. */
export function RecentActivity() {
  const { data, isPending, isFetching, refetch } = useQuery(insightsApi.activity.queryOptions())
  return (
    <section className="mt-10" aria-busy={isPending}>
      <h2 className="mb-4 text-xl font-bold">{m.insights_activity()}</h2>
      {isPending ? (
        <Waiting />
      ) : !data ? (
        <ErrorState title={m.insights_activity_failed()} busy={isFetching} onRetry={() => void refetch()} />
      ) : data.items.length ? (
        <List items={data.items} />
      ) : (
        <EmptyState title={m.insights_no_activity()} />
      )}
    </section>
  )
}

type Happening = Awaited<ReturnType<typeof insightsApi.activity.call>>['items'][number]

function List({ items }: { items: Happening[] }) {
  return (
    <ul className="divide-y divide-line border-y border-line">
      {items.map((happening) => {
        const Icon = activityIcon(happening)
        return (
          <li key={happening.id} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 py-3 sm:flex">
            <Icon aria-hidden className="mt-[3px] size-4 shrink-0 text-muted" />
            <span className="wrap-anywhere sm:flex-1">{activityWords(happening)}</span>
            <span className="text-sm text-muted max-sm:col-start-2 sm:shrink-0 sm:pt-0.5">
              <RelativeTime at={happening.at} />
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
