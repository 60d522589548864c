import { useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { Button } from '../../../../kit/Button.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { serviceWords, useServiceSettings } from '../auth-service.ts'
import { auth, absoluteUrl } from '../../../../client/session.ts'

/** Log-in at the providers that the operator has set; nothing where there is none. */
export function Providers({ next }: { next: string | null }) {
  const [leaving, setLeaving] = useState<string>()
  const titles = Object.entries(useServiceSettings().data?.provider_titles ?? {})
  if (titles.length === 0) return null
  const go = async (provider: string) => {
    setLeaving(provider)
    // Back here, where whoever is signed in is sent on to where they belong.
    const back = absoluteUrl(next ? `/login?${new URLSearchParams({ next }).toString()}` : '/login')
    const { error } = await auth.signInWithOAuth({
      provider: provider as 'google',
      options: { redirectTo: back },
    })
    if (!error) return
    setLeaving(undefined)
    toast.error(serviceWords(error))
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
          busy={leaving === name}
          onClick={() => void go(name)}
        >
          {m.accounts_with_provider({ provider: title })}
        </Button>
      ))}
    </div>
  )
}

/** Why a log-in at a provider came back without a session, as the address says it. */
export function ProviderFailure({ search }: { search: URLSearchParams }) {
  const code = search.get('error_code')
  if (!code) return null
  const words: Record<string, () => string> = {
    access_denied: m.accounts_provider_cancelled,
    user_banned: m.accounts_banned,
    signup_disabled: m.accounts_signup_disabled,
    identity_already_exists: m.accounts_provider_taken,
  }
  return <>{(words[code] ?? m.accounts_provider_failed)()}</>
}
