import { useQuery } from '@tanstack/react-query'
import type { UserIdentity } from '@supabase/auth-js'
import { AtSign, Globe, Phone } from 'lucide-react'
import { m } from '../../../../paraglide/messages.js'
import { ErrorState } from '../../../../kit/list/list-states.tsx'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { auth } from '../../../../client/session.ts'
import { orThrow, providerTitle, useAuthSettings } from '../auth-service.ts'
import { ProfileSection } from '../profile/ProfileSection.tsx'

const icons: Record<string, typeof Globe> = { email: AtSign, phone: Phone }

/** The identities of the account: its address, and log-ins at providers. */
export function LinkedLogins() {
  const identities = useQuery({
    queryKey: ['identities'],
    queryFn: async () => orThrow(await auth.getUserIdentities()).identities,
  })
  const { data: settings } = useAuthSettings()
  const known = identities.data ?? []
  return (
    <ProfileSection title={m.security_logins()} about={m.security_logins_about()}>
      {identities.isError ? (
        <ErrorState
          title={m.security_logins_failed()}
          onRetry={() => void identities.refetch()}
          busy={identities.isFetching}
        />
      ) : (
        <ul
          aria-label={m.security_logins()}
          aria-busy={!identities.data}
          className="divide-y divide-line rounded-card border border-line bg-card"
        >
          {identities.isPending ? (
            <li className="p-4">
              <Skeleton className="h-4 w-1/2" />
            </li>
          ) : null}
          {known.map((identity) => (
            <LoginRow
              key={identity.identity_id}
              identity={identity}
              name={identityName(identity.provider) ?? providerTitle(settings, identity.provider)}
            />
          ))}
        </ul>
      )}
    </ProfileSection>
  )
}

function LoginRow({ identity, name }: { identity: UserIdentity; name: string }) {
  const Icon = icons[identity.provider] ?? Globe
  return (
    <li className="flex flex-wrap items-center gap-3 p-4">
      <Icon aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{name}</p>
        <p className="text-sm text-muted wrap-anywhere">{identityAddress(identity)}</p>
      </div>
    </li>
  )
}

const identityAddress = ({ identity_data: data }: UserIdentity) =>
  String(data?.['email'] ?? data?.['phone'] ?? '')

function identityName(provider: string): string | undefined {
  if (provider === 'email') return m.security_login_email()
  return provider === 'phone' ? m.accounts_phone() : undefined
}
