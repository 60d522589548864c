import { useQuery } from '@tanstack/react-query'
import { ScrollText, TrendingUp } from 'lucide-react'
import { insightsApi, useInsights, useWaiting } from './insights.api.ts'
import { m } from '../../../paraglide/messages.js'
import { useMay } from '../../../client/session/staff.tsx'
import { LinkButton } from '../../../kit/Button.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { InboxNews } from '../../chat/ui/ChatNews.tsx'
import { Counters } from './Counters.tsx'
import { FirstDay } from './FirstDay.tsx'
import { RenewalTasks, useRenewalTasks } from './RenewalTasks.tsx'
import { OverviewSkeleton } from './OverviewSkeleton.tsx'
import { Today } from './Today.tsx'
import { WaitingQueues } from './WaitingQueues.tsx'
import { settingsApi } from '../../settings/ui/settings.api.ts'

export const handle = {
  firstCalls: () => [
    '/api/admin/settings',
    '/api/admin/insights',
    '/api/admin/renewals',
    '/api/admin/counters',
  ],
}

export const meta = pageTitle(() => ({ title: m.area_admin_dashboard() }))

/** The admin's first screen: today, the queues, the first days' tasks and the totals. */
export default function OverviewScreen() {
  const { data, isError } = useQuery(insightsApi.adminCounters.queryOptions())
  const settings = useQuery(settingsApi.show.queryOptions())
  const waiting = useWaiting()
  // The lists are known before anything is shown, so that nothing moves.
  const insights = useInsights()
  const renewals = useRenewalTasks()
  const lists = [insights, renewals, settings, waiting]
  const isLoading = lists.some(({ isPending }) => isPending)
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
          <Today />
          <WaitingQueues />
          {settings.data && insights.data && may('settings.read') ? (
            <FirstDay
              shown={settings.data}
              hasRequest={insights.data.requests.some(({ count: requests }) => requests > 0)}
            />
          ) : null}
          {may('messages.read') ? <InboxNews waiting={waiting.data?.chats ?? 0} /> : null}
          <RenewalTasks list={renewals} />
          <div className="mt-10">
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
