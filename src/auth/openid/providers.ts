import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import * as client from 'openid-client'
import { Agent, fetch } from 'undici'
import { isLoopback, type OpenIdProvider } from '../../server/config/openid.ts'
import { isPublicAddress } from '../../server/http/client-address.ts'

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

const DEADLINE_MS = 4_000
/** More than any provider's document or answer needs. */
const MOST_BYTES = 512 * 1024

/** An address that a provider names and that is not asked. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
}

type ProviderFetch = (url: string, options?: RequestInit) => Promise<Response>

/**
 * Asks a provider. The operator has named its issuer; what the provider's own documents name beyond that is asked
 * by https at public addresses alone, so that no document can lead the server to its neighbours. Redirects are not
 * followed, an answer is bounded in time and length.
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

/** Without TLS only where provider and server are one machine, which is where tests and trials run. */
function mayBeAsked(url: URL, home: URL): boolean {
  if (url.protocol === 'http:') return home.protocol === 'http:' && isLoopback(home) && isLoopback(url)
  if (url.protocol !== 'https:') return false
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  // An address in numbers is looked up nowhere, and so is judged here.
  return isIP(literal) === 0 || url.host === home.host || isPublicAddress(literal)
}

/** The addresses that were judged are the ones connected to: a second look-up could say something else. */
async function addressesOf(host: string, home: URL) {
  const found = await lookup(host, { all: true })
  const named = host === home.hostname || isLoopback(home)
  if (!named && !found.every(({ address }) => isPublicAddress(address))) throw new ForbiddenAddress(host)
  return found
}
