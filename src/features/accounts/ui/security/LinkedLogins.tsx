import { useMutation, useQuery } from '@tanstack/react-query'
import type { AuthError, UserIdentity } from '@supabase/auth-js'
import { AtSign, Globe, Phone } from 'lucide-react'
import { useLocation } from 'react-router'
import { m } from '../../../../paraglide/messages.js'
import { Button } from '../../../../kit/Button.tsx'
import { ErrorState } from '../../../../kit/list/list-states.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { ProfileSection } from '../profile/ProfileSection.tsx'
import { ProviderFailure } from '../visitor/Providers.tsx'
import {
  linkableProviders,
  authErrorMessage,
  providerTitle,
  useAuthSettings,
  orThrow,
} from '../auth-service.ts'
import { auth, absoluteUrl } from '../../../../client/session.ts'

const icons: Record<string, typeof Globe> = { email: AtSign, phone: Phone }

/** The identities of the account: its address, and log-ins at providers. */
export function LinkedLogins() {
  const identities = useQuery({
    queryKey: ['identities'],
    queryFn: async () => orThrow(await auth.getUserIdentities()).identities,
  })
  const { data: settings } = useAuthSettings()
  const search = new URLSearchParams(useLocation().search)
  const linking = useMutation({
    async mutationFn(provider: string) {
      const { error } = await auth.linkIdentity({
        // The client's type names only well-known providers.
        provider: provider as 'google',
        options: { redirectTo: absoluteUrl(window.location.pathname) },
      })
      if (error) throw error
    },
    onError: (error) => toast.error(authErrorMessage(error as AuthError)),
  })
  const known = identities.data ?? []
  return (
    <ProfileSection title={m.security_logins()} about={m.security_logins_about()}>
      {search.has('error_code') ? (
        <Notice tone="warning" className="mb-4">
          <ProviderFailure search={search} />
        </Notice>
      ) : null}
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
              removable={Boolean(settings?.manual_linking_enabled) && known.length > 1}
              onRemoved={() => void identities.refetch()}
            />
          ))}
        </ul>
      )}
      <p className="mt-4 flex flex-wrap gap-3 empty:hidden">
        {linkableProviders(settings, known).map((provider) => (
          <Button
            key={provider}
            variant="secondary"
            busy={linking.isPending && linking.variables === provider}
            onClick={() => linking.mutate(provider)}
          >
            {m.security_link({ provider: providerTitle(settings, provider) })}
          </Button>
        ))}
      </p>
    </ProfileSection>
  )
}

interface LoginRowProps {
  identity: UserIdentity
  name: string
  removable: boolean
  onRemoved: () => void
}

function LoginRow({ identity, name, removable, onRemoved }: LoginRowProps) {
  const Icon = icons[identity.provider] ?? Globe
  const unlinking = useMutation({
    mutationFn: async () => orThrow(await auth.unlinkIdentity(identity)),
    onSuccess() {
      toast.success(m.security_unlinked())
      onRemoved()
    },
    onError: (error) => toast.error(authErrorMessage(error as AuthError)),
  })
  return (
    <li className="flex flex-wrap items-center gap-3 p-4">
      <Icon aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="font-semibold">{name}</p>
        <p className="text-sm text-muted wrap-anywhere">{identityAddress(identity)}</p>
      </div>
      {removable ? (
        <Button
          variant="danger"
          size="small"
          busy={unlinking.isPending}
          aria-label={m.security_unlink({ provider: name })}
          onClick={() => unlinking.mutate()}
        >
          {m.security_remove()}
        </Button>
      ) : null}
    </li>
  )
}

const identityAddress = ({ identity_data: data }: UserIdentity) =>
  String(data?.['email'] ?? data?.['phone'] ?? '')

function identityName(provider: string): string | undefined {
  if (provider === 'email') return m.security_login_email()
  return provider === 'phone' ? m.accounts_phone() : undefined
}
