import { useQuery } from '@tanstack/react-query'
import { Globe, Mail } from 'lucide-react'
import { useDeferredValue } from 'react'
import { ownInsightsApi } from './own-insights.api.ts'
import { m } from '../../../paraglide/messages.js'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { ChatNews } from '../../chat/ui/ChatNews.tsx'
import { chatApi } from '../../chat/ui/chat.api.ts'
import { OverviewSkeleton } from './OverviewSkeleton.tsx'
import { Counters } from './Counters.tsx'
import { Needs } from './Needs.tsx'
import { RecentActivity } from './RecentActivity.tsx'
import { WayCard } from './WayCard.tsx'

export const handle = { firstCalls: () => ['/api/needs', '/api/activity', '/api/counters'] }

export const meta = pageTitle(() => ({ title: m.area_dashboard_home() }))

/** The customer's first screen: open tasks, the ways to buy, totals, recent activity. */
export default function DashboardScreen() {
  const { data, isError } = useQuery(ownInsightsApi.counters.queryOptions())
  // What stands above the rest is known before anything is shown, so that nothing moves.
  const lists = [useQuery(ownInsightsApi.needs.queryOptions()), useQuery(chatApi.standing.queryOptions())]
  // Deferred, so that the browser can answer input while it renders what has come.
  const isLoading = useDeferredValue(lists.some(({ isPending }) => isPending))
  const count = (name: 'domains' | 'emails' | 'cart_items') => data?.[name] ?? (isError ? null : undefined)
  return (
    <>
      <PageHeader title={m.area_dashboard_home()} />
      {isLoading ? (
        <OverviewSkeleton />
      ) : (
        <>
          <ChatNews />
          <Needs />
          <div className="grid gap-4 md:grid-cols-2">
            <WayCard icon={Globe} to="/dashboard/domains" title={m.insights_buy_domain()} accent>
              {m.insights_buy_domain_text()}
            </WayCard>
            <WayCard icon={Mail} to="/dashboard/emails" title={m.insights_get_email()}>
              {m.insights_get_email_text()}
            </WayCard>
          </div>
          <div className="mt-4">
            <Counters
              items={[
                { label: m.insights_domains_owned(), count: count('domains'), to: '/dashboard/domains' },
                { label: m.area_professional_emails(), count: count('emails'), to: '/dashboard/emails' },
                { label: m.insights_cart_items(), count: count('cart_items'), to: '/cart' },
              ]}
            />
          </div>
          <RecentActivity />
        </>
      )}
    </>
  )
}
