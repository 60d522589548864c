import { useState } from 'react'
import { usePageData } from '../../../../kit/page/page-data.ts'
import { acceptedPages, AcceptedLinks, consentTo } from './ConsentField.tsx'
import { m } from '../../../../paraglide/messages.js'
import { Button } from '../../../../kit/Button.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { authErrorMessage, useAuthSettings } from '../auth-service.ts'
import { callAuth, absoluteUrl } from '../../../../client/session/session.ts'

/** Buttons for the log-in at the configured providers. */
export function Providers({ next }: { next: string | null }) {
  const [chosen, setChosen] = useState<string>()
  const { legal } = usePageData()
  const accepts = acceptedPages(legal).length > 0
  const titles = Object.entries(useAuthSettings().data?.provider_titles ?? {})
  if (titles.length === 0) return null
  const logIn = async (provider: string) => {
    setChosen(provider)
    // The log-in page redirects a signed-in person.
    const redirectTo = absoluteUrl(next ? `/login?${new URLSearchParams({ next }).toString()}` : '/login')
    const { error } = await callAuth((auth) =>
      auth.signInWithOAuth({
        provider: provider as 'google',
        options: {
          redirectTo,
          // A log-in of somebody new is a sign-up, which accepts what stands below.
          ...(accepts && { queryParams: { data: JSON.stringify({ consent: consentTo(legal) }) } }),
        },
      }),
    )
    if (!error) return
    setChosen(undefined)
    toast.error(authErrorMessage(error))
  }
  return (
    <div className="mt-6 grid gap-3">
      <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {m.accounts_or()}
      </p>
      {titles.map(([name, title]) => (
        <Button
          key={name}
          variant="secondary"
          size="large"
          busy={chosen === name}
          onClick={() => void logIn(name)}
        >
          {m.accounts_with_provider({ provider: title })}
        </Button>
      ))}
      {accepts ? (
        <p className="text-sm text-muted">
          {m.accounts_accept_provider()} <AcceptedLinks />
        </p>
      ) : null}
    </div>
  )
}

/** Why a log-in at a provider failed, by the `error_code` of the address. */
export function ProviderFailure({ search }: { search: URLSearchParams }) {
  const code = search.get('error_code')
  if (!code) return null
  const messages: Record<string, () => string> = {
    access_denied: m.accounts_provider_cancelled,
    user_banned: m.accounts_banned,
    signup_disabled: m.accounts_signup_disabled,
  }
  return <>{(messages[code] ?? m.accounts_provider_failed)()}</>
}
