import { useQuery } from '@tanstack/react-query'
import { m } from '../../../paraglide/messages.js'
import { outageMessage } from '../../../client/error-messages.ts'
import { ErrorState } from '../../../kit/list/list-states.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { notificationsApi } from './staff-notifications.api.ts'
import { ChoicesForm } from './ChoicesForm.tsx'

export const handle = { firstCalls: () => ['/api/admin/notifications'] }

export const meta = pageTitle(() => ({ title: m.staff_call_title() }))

/** How new work is announced to the signed-in admin. */
export default function NotificationsScreen() {
  const { data, isError, error, isFetching, refetch } = useQuery(notificationsApi.read.queryOptions())
  return (
    <div className="max-w-[820px]">
      <PageHeader title={m.staff_call_title()}>{m.staff_call_about()}</PageHeader>
      {data ? (
        <ChoicesForm state={data} />
      ) : isError ? (
        <ErrorState title={m.staff_call_failed()} query={{ refetch, isFetching }}>
          {outageMessage(error)}
        </ErrorState>
      ) : (
        <Skeleton className="h-[32rem] w-full" />
      )}
    </div>
  )
}
