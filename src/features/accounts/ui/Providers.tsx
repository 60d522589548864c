import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../platform/ui/kit/Button.tsx'
import { toast } from '../../../platform/ui/toasts.tsx'
import { serviceWords } from './service-words.ts'
import { auth, hereTo } from './session.ts'

/** The log-ins of the house itself; whatever else is on is a provider's. */
const own = new Set(['email', 'phone', 'anonymous_users'])

const names = async (): Promise<string[]> => {
  const answer = await fetch('/auth/v1/settings')
  if (!answer.ok) throw new Error(String(answer.status))
  const { external } = (await answer.json()) as { external: Record<string, boolean> }
  return Object.keys(external).filter((name) => external[name] && !own.has(name))
}

const titleOf = (name: string) => name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

/** Log-in at the providers that the operator has set; nothing where there is none. */
export function Providers({ next }: { next: string | null }) {
  const [leaving, setLeaving] = useState<string>()
  const { data } = useQuery({ queryKey: ['log-in providers'], queryFn: names, staleTime: Infinity })
  if (!data?.length) return null
  const go = async (provider: string) => {
    setLeaving(provider)
    // Back here, where whoever is signed in is sent on to where they belong.
    const back = hereTo(next ? `/login?${new URLSearchParams({ next }).toString()}` : '/login')
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
      {data.map((name) => (
        <Button
          key={name}
          variant="secondary"
          size="large"
          busy={leaving === name}
          onClick={() => void go(name)}
        >
          {m.accounts_with_provider({ provider: titleOf(name) })}
        </Button>
      ))}
    </div>
  )
}

/** Why a log-in at a provider came back without a session, as the address says it. */
export function ProviderFailure({ search }: { search: string }) {
  const code = new URLSearchParams(search).get('error_code')
  if (!code) return null
  const words: Record<string, () => string> = {
    access_denied: m.accounts_provider_cancelled,
    user_banned: m.accounts_banned,
    signup_disabled: m.accounts_signup_disabled,
  }
  return <>{(words[code] ?? m.accounts_provider_failed)()}</>
}
