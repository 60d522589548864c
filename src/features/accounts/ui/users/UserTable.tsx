import { Ban, MailQuestion, ShieldCheck, UserRound } from 'lucide-react'
import { m } from '../../../../paraglide/messages.js'
import { Badge } from '../../../../kit/Badge.tsx'
import { Button } from '../../../../kit/Button.tsx'
import type { Column } from '../../../../kit/list/DataTable.tsx'
import { OneLine } from '../../../../kit/list/OneLine.tsx'
import { RelativeTime } from '../../../../kit/dates.tsx'
import { contactName, displayName } from '../../../../shared/people/person.ts'
import { staffRoleLabels } from '../../../../client/session/role-labels.ts'
import { providerLabel, roleLabels, type User } from './user-actions.ts'

/** A user without name and e-mail address is shown by the phone number of the log-in. */
export const userName = (user: User) =>
  displayName(user) ?? (user.phone ? `+${user.phone}` : m.users_nameless())

/** The role of an account, and its unusual states. */
export function UserBadges({ user }: { user: User }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <Badge tone={user.role === 'admin' ? 'active' : 'neutral'} icon={UserRound}>
        {user.staff_role && user.staff_role !== 'owner'
          ? staffRoleLabels[user.staff_role]()
          : roleLabels[user.role]()}
      </Badge>
      {user.banned_until ? (
        <Badge tone="rejected" icon={Ban}>
          {m.users_state_banned()}
        </Badge>
      ) : null}
      {user.confirmed ? null : (
        <Badge tone="pending" icon={MailQuestion}>
          {m.users_state_unconfirmed()}
        </Badge>
      )}
      {user.has_factor ? (
        <Badge tone="available" icon={ShieldCheck}>
          {m.users_second_factor()}
        </Badge>
      ) : null}
    </span>
  )
}

/** The columns of the list of accounts. `onOpen` shows one. */
export const userColumns = (onOpen: (id: string) => void): Column<User>[] => [
  {
    id: 'name',
    header: m.users_person(),
    heading: true,
    cell: (user) => (
      <span
        title={contactName(user) ?? undefined}
        className="sm:inline-block sm:min-w-24 xl:block xl:max-w-40 xl:truncate min-[1400px]:max-w-64"
      >
        {userName(user)}
        {contactName(user) ? <span className="font-normal text-muted"> · {contactName(user)}</span> : null}
      </span>
    ),
  },
  {
    id: 'address',
    header: m.common_email(),
    breaks: true,
    cell: (user) => <OneLine>{user.email ?? user.phone ?? '—'}</OneLine>,
  },
  { id: 'marks', header: m.common_status(), cell: (user) => <UserBadges user={user} /> },
  {
    id: 'ways',
    header: m.users_ways_in(),
    className: 'sm:max-xl:hidden',
    cell: ({ providers }) => (
      <span className="text-sm xl:whitespace-nowrap">{providers.map(providerLabel).join(', ') || '—'}</span>
    ),
  },
  {
    id: 'last',
    header: m.users_last_log_in(),
    cell: ({ last_sign_in_at }) => (
      <span className="text-sm xl:whitespace-nowrap">
        {last_sign_in_at ? <RelativeTime at={last_sign_in_at} /> : m.users_never()}
      </span>
    ),
  },
  {
    id: 'since',
    header: m.common_since(),
    cell: ({ created_at }) => (
      <span className="text-sm xl:whitespace-nowrap">
        <RelativeTime at={created_at} />
      </span>
    ),
  },
  {
    id: 'open',
    header: m.common_details(),
    align: 'right',
    cell: (user) => (
      <Button
        variant="secondary"
        size="small"
        aria-label={m.users_open({ name: userName(user) })}
        onClick={() => onOpen(user.id)}
      >
        {m.users_manage()}
      </Button>
    ),
  },
]
