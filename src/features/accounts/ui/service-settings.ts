import { queryOptions, useQuery } from '@tanstack/react-query'

/** What the auth service says it can do. */
interface ServiceSettings {
  manual_linking_enabled: boolean
  mfa_totp_enabled: boolean
  mfa_phone_enabled: boolean
  /** Seconds between two codes to a phone. */
  code_cooldown: number
  /** The log-ins at providers that the operator has set: what people call them, by their names. */
  provider_titles: Record<string, string>
  /** The document with the captcha's widget; null where none is asked for. */
  captcha_frame: string | null
}

export const serviceSettings = queryOptions({
  queryKey: ['service-settings'],
  staleTime: Infinity,
  async queryFn(): Promise<ServiceSettings> {
    const answer = await fetch('/auth/v1/settings')
    if (!answer.ok) throw new Error(String(answer.status))
    return (await answer.json()) as ServiceSettings
  },
})

/** The auth service's own settings, as its protocol shows them to everybody. */
export const useServiceSettings = () => useQuery(serviceSettings)

/** What people call a provider; one that the operator has set no more is called by its name. */
export const titleOf = (settings: Pick<ServiceSettings, 'provider_titles'> | undefined, name: string) =>
  settings?.provider_titles[name] ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll('_', ' ')

/** The log-ins of others that could be linked and are not. */
export const linkable = (settings: ServiceSettings | undefined, known: { provider: string }[]) =>
  settings?.manual_linking_enabled
    ? Object.keys(settings.provider_titles).filter(
        (name) => !known.some((identity) => identity.provider === name),
      )
    : []
