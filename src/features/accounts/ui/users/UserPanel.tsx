import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { usersApi } from './users.api.ts'
import { m } from '../../../../paraglide/messages.js'
import { classifyFailure } from '../../../../client/api.ts'
import { CustomerLink } from '../../../../client/list/CustomerLink.tsx'
import { outageMessage } from '../../../../client/error-messages.ts'
import { ErrorState, LoadMore } from '../../../../kit/list/list-states.tsx'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { UserActions, UserFactors } from './UserActions.tsx'
import { UserBadges, userName } from './UserTable.tsx'
import { Copyable } from '../../../../kit/Copyable.tsx'
import { MomentDay, RelativeTime, useNow } from '../../../../kit/dates.tsx'
import { profileDetails } from '../../../../client/profile-labels.ts'
import { staffRoleLabels } from '../../../../client/session/role-labels.ts'
import { providerLabel, type UserDetails } from './user-actions.ts'
import { actionLabel } from '../../../audit/ui/sentences.ts'
import { loadedRows, pagingOptions } from '../../../../kit/list/paging.ts'

/** One account: its data, actions and history. `onGone` is called once it is deleted. */
export function UserPanel({ id, onGone }: { id: string; onGone: () => void }) {
  const user = useQuery(usersApi.read.queryOptions({ input: { id } }))
  const gone = user.isError && classifyFailure(user.error).kind === 'refused'
  if (user.data)
    return (
      <div className="flex flex-col gap-6">
        <div>
          <UserBadges user={user.data} />
        </div>
        <UserFacts user={user.data} />
        <UserActions user={user.data} onGone={onGone} />
        <UserFactors user={user.data} />
        <UserHistory id={user.data.id} name={userName(user.data)} />
      </div>
    )
  return user.isError ? (
    <ErrorState title={gone ? m.users_gone() : m.users_failed()} query={gone ? undefined : user}>
      {gone ? undefined : outageMessage(user.error)}
    </ErrorState>
  ) : (
    <div aria-busy className="flex flex-col gap-3">
      <span className="sr-only">{m.kit_loading()}</span>
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-24 w-full" />
      <Skeleton className="h-10 w-full" />
    </div>
  )
}

function UserFacts({ user }: { user: UserDetails }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-1.5 text-sm">
      <Fact name={m.common_customer()}>{user.role === 'user' ? <CustomerLink customer={user} /> : null}</Fact>
      <Fact name={m.common_email()}>{user.email ? <Copyable text={user.email} /> : null}</Fact>
      <Fact name={m.common_phone()}>{user.phone_number ?? (user.phone ? `+${user.phone}` : null)}</Fact>
      <Fact name={m.users_business()}>{user.business_name}</Fact>
      {profileDetails(user).map(({ column, label, value }) => (
        <Fact key={column} name={label}>
          {value}
        </Fact>
      ))}
      <Fact name={m.users_staff_role()}>{user.staff_role ? staffRoleLabels[user.staff_role]() : null}</Fact>
      <Fact name={m.users_ways_in()}>{user.providers.map(providerLabel).join(', ')}</Fact>
      <Fact name={m.users_sessions()}>{String(user.sessions)}</Fact>
      <Fact name={m.users_last_log_in()}>
        {user.last_sign_in_at ? <RelativeTime at={user.last_sign_in_at} /> : m.users_never()}
      </Fact>
      <Fact name={m.common_since()}>
        <MomentDay at={user.created_at} />
      </Fact>
      <Fact name={m.users_banned_until()}>
        {user.banned_until ? <BannedUntil at={user.banned_until} /> : null}
      </Fact>
    </dl>
  )
}

/** Shows nothing if there is no value. */
function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </>
  )
}

const FIFTY_YEARS_MS = 50 * 365 * 86_400_000

/** A ban of a hundred years is shown as permanent. */
function BannedUntil({ at }: { at: string }) {
  const now = useNow()
  return Date.parse(at) - now > FIFTY_YEARS_MS ? m.users_ban_forever() : <MomentDay at={at} />
}

/** The account's entries of the audit log, newest first. */
function UserHistory({ id, name }: { id: string; name: string }) {
  const history = useInfiniteQuery(
    usersApi.history.infiniteOptions({
      input: (cursor) => ({ id, limit: 10, ...(cursor && { cursor }) }),
      ...pagingOptions,
    }),
  )
  const rows = loadedRows(history.data)
  return (
    <section>
      <h3 className="mb-2 font-semibold">{m.users_history()}</h3>
      {history.isError && !rows ? <p className="text-muted">{m.users_history_failed()}</p> : null}
      {rows?.length === 0 ? <p className="text-muted">{m.users_history_none()}</p> : null}
      {rows || history.isError ? null : <Skeleton className="h-16 w-full" />}
      <ol className="flex flex-col gap-1.5 text-sm">
        {rows?.map((one) => (
          <li key={one.id} className="flex flex-wrap justify-between gap-x-4">
            <span className="min-w-0 wrap-anywhere">
              {actionLabel(one.action, name)}
              {one.actor_id !== id && one.actor_role !== 'anonymous' ? (
                <span className="text-muted"> · {one.actor ?? m.users_by_house()}</span>
              ) : null}
            </span>
            <span className="text-muted">
              <RelativeTime at={one.at} />
            </span>
          </li>
        ))}
      </ol>
      <LoadMore query={history} />
    </section>
  )
}
