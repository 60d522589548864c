import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import * as client from 'openid-client'
import { Agent, fetch } from 'undici'
import { isPublicAddress } from '../limits/client-address.ts'
import { isLoopback, type OpenIdProvider } from './settings.ts'

/** How long a provider's metadata is cached. */
const DISCOVERED_MS = 24 * 60 * 60 * 1000

/** A provider for log-ins. */
export interface Provider {
  name: string
  title: string
  issuer: string
  clientIds: readonly [string, ...string[]]
  fetch: ProviderFetch
  /** The provider's metadata (OpenID Connect Discovery 1.0), requested once a day. */
  discovered(): Promise<client.Configuration>
}

export type Providers = ReadonlyMap<string, Provider>

/** The operator's providers by name. Each is requested only at the first log-in there. */
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
        // After a failure the next log-in requests it again.
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
      // Checks the signature of the id token too, not only the TLS connection.
      execute: [client.enableNonRepudiationChecks, ...(insecure ? [client.allowInsecureRequests] : [])],
      timeout: 5,
    },
  )
  // The issuer must be the configured one: for some hosts the library does not check this.
  const named = configuration.serverMetadata().issuer
  if (named.replace(/\/$/, '') !== issuer.replace(/\/$/, ''))
    throw new Error(`the provider calls itself ${named}, not ${issuer}`)
  return configuration
}

const DEADLINE_MS = 4_000
/** The largest accepted answer of a provider. */
const MOST_BYTES = 512 * 1024

/** A provider's document names an address that must not be requested. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
}

type ProviderFetch = (url: string, options?: RequestInit) => Promise<Response>

/**
 * Sends a request to a provider whose issuer the operator has configured. Other addresses from its documents
 * must use https and be public, so that no document can make the server call internal hosts. Redirects are
 * not followed, and time and length are limited.
 */
export function providerFetch(issuer: string): ProviderFetch {
  const home = new URL(issuer)
  const lookupOf: LookupFunction = (host, options, done) => {
    addressesOf(host, home).then(
      (found) => (options.all ? done(null, found) : done(null, found[0]!.address, found[0]!.family)),
      (error: NodeJS.ErrnoException) => done(error, []),
    )
  }
  const agent = new Agent({ connect: { lookup: lookupOf, timeout: DEADLINE_MS } })

  return async (address, options = {}) => {
    const url = new URL(address)
    if (!mayBeAsked(url, home)) throw new ForbiddenAddress(url.origin)
    const deadline = AbortSignal.timeout(DEADLINE_MS)
    const answer = await fetch(url, {
      ...(options as object),
      redirect: 'manual',
      dispatcher: agent,
      signal: options.signal ? AbortSignal.any([options.signal, deadline]) : deadline,
    })
    const parts: Uint8Array[] = []
    let size = 0
    for await (const part of answer.body ?? []) {
      size += part.length
      if (size > MOST_BYTES) throw new Error('the provider answers too much')
      parts.push(part)
    }
    const headers = Object.fromEntries(answer.headers)
    const bodiless = answer.status === 204 || answer.status === 304
    return new Response(bodiless ? null : Buffer.concat(parts), { status: answer.status, headers })
  }
}

/** Allows http only if provider and server are on one machine, as in tests. */
function mayBeAsked(url: URL, home: URL): boolean {
  if (url.protocol === 'http:') return home.protocol === 'http:' && isLoopback(home) && isLoopback(url)
  if (url.protocol !== 'https:') return false
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  // An IP address needs no DNS lookup, so it is checked here.
  return isIP(literal) === 0 || url.host === home.host || isPublicAddress(literal)
}

/**
 * The connection uses exactly the addresses that were checked, because a second lookup could return others.
 */
async function addressesOf(host: string, home: URL) {
  const found = await lookup(host, { all: true })
  const named = host === home.hostname || isLoopback(home)
  if (!named && !found.every(({ address }) => isPublicAddress(address))) throw new ForbiddenAddress(host)
  return found
}
