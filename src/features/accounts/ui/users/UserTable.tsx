import { Ban, MailQuestion, ShieldCheck, UserRound } from 'lucide-react'
import { m } from '../../../../paraglide/messages.js'
import { Badge } from '../../../../kit/Badge.tsx'
import type { Column, NameColumn } from '../../../../kit/data-list/column.ts'
import type { AccountSort } from '../../people.contract.ts'
import { Age } from '../../../../kit/dates.tsx'
import { displayName } from '../../../../shared/people/person.ts'
import { staffRoleLabels } from '../../../../client/session/role-labels.ts'
import { addressColumn, personColumns } from './person-columns.tsx'
import { type ListedUser, providerLabel, roleLabels, type User } from './user-actions.ts'

/** A user without name and e-mail address is shown by the phone number of the log-in. */
export const userName = (user: User) =>
  displayName(user) ?? (user.phone ? `+${user.phone}` : m.users_nameless())

/** The role of an account, and its unusual states. */
export function UserBadges({ user }: { user: User }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5 leading-4">
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

export const userNameColumn: NameColumn<ListedUser, AccountSort> = {
  header: m.users_person(),
  sort: 'name',
  text: userName,
  opens: (user) => m.users_open({ name: userName(user) }),
}

export const userColumns: Column<ListedUser, AccountSort>[] = [
  addressColumn('address', ({ email, phone }) => email ?? phone),
  {
    id: 'state',
    header: m.users_role(),
    width: 'w-36',
    isPlain: true,
    wraps: true,
    cell: (user) => <UserBadges user={user} />,
  },
  personColumns.services,
  personColumns.due,
  { ...personColumns.contact, from: 'wide' },
  {
    id: 'ways',
    header: m.users_ways_in(),
    width: 'w-28',
    from: 'wide',
    has: ({ providers }) => providers.some((one) => one !== 'email'),
    cell: ({ providers }) => providers.map(providerLabel).join(', ') || '—',
  },
  {
    id: 'last',
    header: m.users_last_log_in(),
    sort: 'last',
    width: 'w-24',
    from: 'xl',
    cell: ({ last_sign_in_at }) => (last_sign_in_at ? <Age at={last_sign_in_at} /> : m.users_never()),
  },
  { ...personColumns.since, from: 'lg' },
]
