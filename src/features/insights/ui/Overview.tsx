import { useQuery } from '@tanstack/react-query'
import { ScrollText, TrendingUp } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { type Insights, insightsApi, useInsights, useWaiting } from './insights.api.ts'
import { m } from '../../../paraglide/messages.js'
import { useMay } from '../../../client/session/staff.tsx'
import { LinkButton } from '../../../kit/Button.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { Counters } from './Counters.tsx'
import { RenewalTasks, useRenewalTasks } from './RenewalTasks.tsx'
import { OverviewSkeleton } from './OverviewSkeleton.tsx'
import { Today } from './Today.tsx'
import { WaitingQueues } from './WaitingQueues.tsx'

interface OverviewProps {
  /** What a new shop still has to set; null once that is done. It stands first, and queues without work are left out. */
  setUp: ReactNode
  /** Whether it is not known yet if there is a set-up. */
  isLoading: boolean
}

/** The admin's first screen: today, the queues and the totals. */
export function Overview({ setUp, ...state }: OverviewProps) {
  const { data, isError } = useQuery(insightsApi.adminCounters.queryOptions())
  const waiting = useWaiting()
  // The lists are known before anything is shown, so that nothing moves.
  const insights = useInsights()
  const renewals = useRenewalTasks()
  const lists = [insights, renewals, waiting]
  const isLoading = state.isLoading || lists.some(({ isPending }) => isPending)
  const isEmpty = setUp !== null && hasNothing(insights.data, renewals.data)
  const may = useMay()
  const count = (name: 'profiles' | 'domains' | 'emails' | 'cart_items') =>
    data?.[name] ?? (isError ? null : undefined)
  return (
    <>
      <PageHeader
        title={m.area_admin_dashboard()}
        actions={
          <>
            <LinkButton to="/admin/reports" variant="secondary">
              <TrendingUp aria-hidden className="size-4" />
              {m.insights_reports()}
            </LinkButton>
            {may('audit.read') ? (
              <LinkButton to="/admin/audit" variant="secondary" className="max-sm:hidden">
                <ScrollText aria-hidden className="size-4" />
                {m.common_audit_log()}
              </LinkButton>
            ) : null}
          </>
        }
      />
      {isLoading ? (
        <OverviewSkeleton />
      ) : (
        <>
          {setUp ? (
            <Suspense fallback={<Skeleton className="mb-10 h-96 w-full" />}>
              <div className="mb-10">{setUp}</div>
            </Suspense>
          ) : null}
          {isEmpty ? null : <Today />}
          {isEmpty ? null : <WaitingQueues />}
          {isEmpty ? null : <RenewalTasks list={renewals} />}
          <div className={isEmpty ? undefined : 'mt-10'}>
            <Counters
              items={[
                { label: m.common_users(), count: count('profiles'), to: '/admin/profiles' },
                { label: m.common_domains(), count: count('domains'), to: '/admin/domains' },
                { label: m.area_professional_emails(), count: count('emails'), to: '/admin/emails' },
                { label: m.insights_cart_items(), count: count('cart_items'), to: '/admin/orders' },
              ]}
            />
          </div>
        </>
      )}
    </>
  )
}

/** Whether nothing was ever requested, ordered, sold or renewed, so that every figure would be zero. */
function hasNothing(
  insights: Insights | undefined,
  renewals: ReturnType<typeof useRenewalTasks>['data'],
): boolean {
  if (!insights || !renewals) return false
  return (
    insights.requests.every(({ count }) => count === 0) &&
    insights.orders_waiting.pending === 0 &&
    insights.expiries.every(({ expired, in_30, in_60, in_90 }) => expired + in_30 + in_60 + in_90 === 0) &&
    renewals.pages.every(({ items }) => items.length === 0)
  )
}
