import { useMutation, useQuery } from '@tanstack/react-query'
import { accountsApi } from '../api.ts'
import { m } from '../../../../paraglide/messages.js'
import { Button } from '../../../../kit/Button.tsx'
import { ErrorState } from '../../../../kit/list/list-states.tsx'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { ProfileSection } from '../ProfileSection.tsx'
import { serviceWords } from '../service-words.ts'
import { signOut } from '../../../../client/session.ts'
import { SessionRow } from './SessionRow.tsx'

/** Where somebody is signed in, with what and from where, and the end of one, of the others, or of all. */
export function SessionsSection() {
  const sessions = useQuery(accountsApi.sessions.queryOptions())
  const ending = useMutation({
    mutationFn: signOut,
    onSuccess(error, scope) {
      if (error) toast.error(serviceWords(error))
      else toast.success(scope === 'others' ? m.profile_others_ended() : m.profile_all_ended())
      if (!error && scope === 'others') void sessions.refetch()
    },
  })
  const busy = (scope: 'others' | 'global') => ending.isPending && ending.variables === scope
  return (
    <ProfileSection title={m.profile_sessions()} about={m.profile_sessions_about()}>
      {sessions.isError && !sessions.data ? (
        <ErrorState
          title={m.security_sessions_failed()}
          onRetry={() => void sessions.refetch()}
          busy={sessions.isFetching}
        />
      ) : (
        <ul
          aria-label={m.profile_sessions()}
          aria-busy={!sessions.data}
          className="divide-y divide-line rounded-card border border-line bg-card"
        >
          {sessions.data?.items.map((session) => (
            <SessionRow key={session.id} session={session} onEnded={() => void sessions.refetch()} />
          )) ?? (
            <li className="grid gap-2 p-4">
              <Skeleton className="h-4 w-1/2" />
              <Skeleton className="h-4 w-3/4" />
            </li>
          )}
        </ul>
      )}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="secondary" busy={busy('others')} onClick={() => ending.mutate('others')}>
          {m.profile_end_others()}
        </Button>
        <Button variant="danger" busy={busy('global')} onClick={() => ending.mutate('global')}>
          {m.profile_end_all()}
        </Button>
      </div>
    </ProfileSection>
  )
}
