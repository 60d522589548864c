import { useMutation, useQuery } from '@tanstack/react-query'
import { Laptop, Monitor, Smartphone, Tablet } from 'lucide-react'
import type { InferContractRouterOutputs } from '@orpc/contract'
import { accountsApi } from '../accounts.api.ts'
import { m } from '../../../../paraglide/messages.js'
import { Button } from '../../../../kit/Button.tsx'
import { ErrorState } from '../../../../kit/list/list-states.tsx'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { ProfileSection } from '../profile/ProfileSection.tsx'
import { authErrorMessage } from '../auth-service.ts'
import { signOut } from '../../../../client/session/session.ts'
import { useAct } from '../../../../client/form/act.ts'
import { errorSentence } from '../../../../client/error-messages.ts'
import { getLocale } from '../../../../paraglide/runtime.js'
import { Badge } from '../../../../kit/Badge.tsx'
import { RelativeTime } from '../../../../kit/dates.tsx'
import type { accountsContract } from '../../accounts.contract.ts'

/** The sessions of the account. One, all others, or all can be ended. */
export function SessionsSection() {
  const sessions = useQuery(accountsApi.sessions.queryOptions())
  const ending = useMutation({
    mutationFn: signOut,
    onSuccess(error, scope) {
      if (error) toast.error(authErrorMessage(error))
      else toast.success(scope === 'others' ? m.profile_others_ended() : m.profile_all_ended())
      if (!error && scope === 'others') void sessions.refetch()
    },
  })
  const busy = (scope: 'others' | 'global') => ending.isPending && ending.variables === scope
  return (
    <ProfileSection title={m.profile_sessions()} about={m.profile_sessions_about()}>
      {sessions.isError && !sessions.data ? (
        <ErrorState title={m.security_sessions_failed()} query={sessions} />
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

type Session = InferContractRouterOutputs<typeof accountsContract>['sessions']['items'][number]

const icons = { desktop: Laptop, mobile: Smartphone, tablet: Tablet }

/** One session: its device, country and last use. */
function SessionRow({ session, onEnded }: { session: Session; onEnded: () => void }) {
  const { device, current, ip, country, last_used_at } = session
  const Icon = device.kind ? icons[device.kind] : Monitor
  const name = deviceLabel(device)
  const ending = useAct({
    send: () => accountsApi.endSession.call({ id: session.id }),
    done: m.security_session_ended(),
    failure: errorSentence(m.security_session_failed),
    onEnd: onEnded,
  })
  return (
    <li className="flex flex-wrap items-center gap-3 p-4">
      <Icon aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold wrap-anywhere">{name}</p>
        <p className="text-sm text-muted wrap-anywhere">
          {[country && countryLabel(country), ip].filter(Boolean).join(' · ') || m.security_place_unknown()}
          {' · '}
          <RelativeTime at={last_used_at} />
        </p>
      </div>
      {current ? (
        <Badge tone="available">{m.security_this_device()}</Badge>
      ) : (
        <Button
          variant="secondary"
          size="small"
          busy={ending.isPending}
          aria-label={m.security_end_session({ name })}
          onClick={() => ending.mutate()}
        >
          {m.area_logout()}
        </Button>
      )}
    </li>
  )
}

function deviceLabel({ browser, system }: Session['device']): string {
  if (browser && system) return m.security_device({ browser, system })
  return browser ?? system ?? m.security_device_unknown()
}

const countryLabel = (code: string) => new Intl.DisplayNames(getLocale(), { type: 'region' }).of(code) ?? code
