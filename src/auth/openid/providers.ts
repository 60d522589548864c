import * as client from 'openid-client'
import { isLoopback, type OpenIdProvider } from '../../server/config/openid.ts'
import { type ProviderFetch, providerFetch } from './provider-fetch.ts'

/** How long what a provider says of itself is believed. */
const DISCOVERED_MS = 24 * 60 * 60 * 1000

/** A provider with whom people may log in. */
export interface Provider {
  name: string
  title: string
  issuer: string
  clientIds: readonly [string, ...string[]]
  fetch: ProviderFetch
  /** What the provider says of itself (OpenID Connect Discovery 1.0), asked once a day. */
  discovered(): Promise<client.Configuration>
}

export type Providers = ReadonlyMap<string, Provider>

/** The operator's providers by name. Nothing is asked of them before somebody wants to log in there. */
export const openProviders = (settings: readonly OpenIdProvider[], now: () => Date): Providers =>
  new Map(settings.map((setting) => [setting.name, providerOf(setting, now)]))

function providerOf(setting: OpenIdProvider, now: () => Date): Provider {
  const { name, title, issuer, clientIds } = setting
  const fetch = providerFetch(issuer)
  let known: { at: number; configuration: Promise<client.Configuration> } | undefined
  return {
    name,
    title,
    issuer,
    clientIds,
    fetch,
    discovered() {
      if (!known || now().getTime() - known.at > DISCOVERED_MS) {
        const configuration = discover(setting, fetch)
        const fresh = { at: now().getTime(), configuration }
        known = fresh
        // One that could not be reached is asked again by the next person.
        configuration.catch(() => known === fresh && (known = undefined))
      }
      return known.configuration
    },
  }
}

async function discover({ issuer, clientIds, secret }: OpenIdProvider, fetch: ProviderFetch) {
  const insecure = isLoopback(new URL(issuer)) && issuer.startsWith('http:')
  const configuration = await client.discovery(
    new URL(issuer),
    clientIds[0],
    secret,
    secret ? undefined : client.None(),
    {
      [client.customFetch]: fetch as client.CustomFetch,
      // The id token's own signature is checked too, not the connection's alone.
      execute: [client.enableNonRepudiationChecks, ...(insecure ? [client.allowInsecureRequests] : [])],
      timeout: 5,
    },
  )
  // The issuer is the operator's word: some hosts are excused by the library from naming the one that was asked.
  const named = configuration.serverMetadata().issuer
  if (named.replace(/\/$/, '') !== issuer.replace(/\/$/, ''))
    throw new Error(`the provider calls itself ${named}, not ${issuer}`)
  return configuration
}
