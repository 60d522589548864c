import { useQuery } from '@tanstack/react-query'
import { accountsApi } from '../api.ts'
import { m } from '../../../../paraglide/messages.js'
import { classifyFailure } from '../../../../client/api.ts'
import { outageMessage } from '../../../../client/error-messages.ts'
import { Dialog } from '../../../../kit/overlay/Dialog.tsx'
import { ErrorState } from '../../../../kit/list/list-states.tsx'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { UserActs } from './UserActs.tsx'
import { UserFacts } from './UserFacts.tsx'
import { UserFactors } from './UserFactors.tsx'
import { UserHistory } from './UserHistory.tsx'
import { userName, UserMarks } from './UserTable.tsx'

/** One account: what is known of it, what can be done to it, what happened to it. */
export function UserDialog({ id, onClose }: { id: string | null; onClose: () => void }) {
  const user = useQuery(
    accountsApi.users.read.queryOptions({ input: { id: id ?? '' }, enabled: id !== null }),
  )
  const failure = user.isError ? classifyFailure(user.error) : undefined
  const gone = failure?.kind === 'refused'
  return (
    <Dialog
      open={id !== null}
      onClose={onClose}
      title={user.data ? userName(user.data) : m.users_person()}
      description={user.data?.email ?? undefined}
    >
      {user.data ? (
        <div className="flex flex-col gap-6">
          <div>
            <UserMarks user={user.data} />
          </div>
          <UserFacts user={user.data} />
          <UserActs user={user.data} onGone={onClose} />
          <UserFactors user={user.data} />
          <UserHistory id={user.data.id} />
        </div>
      ) : user.isError ? (
        <ErrorState
          title={gone ? m.users_gone() : m.users_failed()}
          {...(!gone && { onRetry: () => void user.refetch(), busy: user.isFetching })}
        >
          {gone ? undefined : outageMessage(user.error)}
        </ErrorState>
      ) : (
        <div aria-busy className="flex flex-col gap-3">
          <span className="sr-only">{m.kit_loading()}</span>
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-24 w-full" />
          <Skeleton className="h-10 w-full" />
        </div>
      )}
    </Dialog>
  )
}
