import { useQuery } from '@tanstack/react-query'

/** What the auth service says it can do. */
interface ServiceSettings {
  external: Record<string, boolean>
  manual_linking_enabled?: boolean
}

/** The auth service's own settings, as its protocol shows them to everybody. */
export const useServiceSettings = () =>
  useQuery({
    queryKey: ['service-settings'],
    staleTime: Infinity,
    queryFn: async () => (await (await fetch('/auth/v1/settings')).json()) as ServiceSettings,
  })

const providers = ['google'] as const

/** The log-ins of others that could be linked and are not. */
export const linkable = (settings: ServiceSettings | undefined, known: { provider: string }[]) =>
  providers.filter(
    (provider) =>
      settings?.manual_linking_enabled &&
      settings.external[provider] &&
      !known.some((identity) => identity.provider === provider),
  )
