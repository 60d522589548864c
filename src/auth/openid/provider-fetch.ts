import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { isIP } from 'node:net'
import { Agent, fetch } from 'undici'
import { isLoopback } from '../../server/config/openid.ts'
import { isPublicAddress } from '../../server/http/client-address.ts'

const DEADLINE_MS = 4_000
/** More than any provider's document or answer needs. */
const MOST_BYTES = 512 * 1024

/** An address that a provider names and that is not asked. */
export class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress'
}

export type ProviderFetch = (url: string, options?: RequestInit) => Promise<Response>

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
