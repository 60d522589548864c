import type { ReactNode } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { Copyable } from '../../../../kit/Copyable.tsx'
import { FormattedDate, RelativeTime, useNow } from '../../../../kit/dates.tsx'
import { profileDetails } from '../../../../client/profile-labels.ts'
import type { UserDetails } from './acts.ts'
import { providerWord } from './user-words.ts'

/** What is known of an account. */
export function UserFacts({ user }: { user: UserDetails }) {
  return (
    <dl className="grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-1.5 text-sm">
      <Fact name={m.users_email()}>{user.email ? <Copyable text={user.email} /> : null}</Fact>
      <Fact name={m.users_phone()}>{user.phone_number ?? (user.phone ? `+${user.phone}` : null)}</Fact>
      <Fact name={m.users_business()}>{user.business_name}</Fact>
      {profileDetails(user).map(({ column, label, value }) => (
        <Fact key={column} name={label}>
          {value}
        </Fact>
      ))}
      <Fact name={m.users_ways_in()}>{user.providers.map(providerWord).join(', ')}</Fact>
      <Fact name={m.users_sessions()}>{String(user.sessions)}</Fact>
      <Fact name={m.users_last_log_in()}>
        {user.last_sign_in_at ? <RelativeTime at={user.last_sign_in_at} /> : m.users_never()}
      </Fact>
      <Fact name={m.users_since()}>
        <FormattedDate at={user.created_at} />
      </Fact>
      <Fact name={m.users_banned_until()}>
        {user.banned_until ? <BannedUntil at={user.banned_until} /> : null}
      </Fact>
    </dl>
  )
}

/** Left out where there is nothing to say. */
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

/** A ban of a hundred years has no end that anybody plans with. */
function BannedUntil({ at }: { at: string }) {
  const now = useNow()
  return Date.parse(at) - now > FIFTY_YEARS_MS ? m.users_ban_forever() : <FormattedDate at={at} />
}
