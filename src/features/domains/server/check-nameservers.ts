import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { isPublicAddress } from '@kikoa/auth/client-address'
import type { CallerContext } from '../../../server/http/context.ts'
import { type Resolve, resolveHost } from '../../../server/http/outbound.ts'
import type { NameserverState } from '../registry.contract.ts'
import { ownName, requireAct } from './change-domain.ts'

/** How nameservers are found and asked. */
export interface NameserverDns {
  resolve: Resolve
  port: number
  mayAsk: (address: string) => boolean
}

export const publicDns: NameserverDns = { resolve: resolveHost, port: 53, mayAsk: isPublicAddress }

/** A lost packet is no silence. */
const TRIES = 2
const TIMEOUT_MS = 1_500
const MOST_ADDRESSES = 2
/** A request has 14 s, and looking up an address may take longer. */
const DEADLINE_MS = 8_000

/**
 * Asks nameservers that a holder is about to set whether they know the name: with one that does not, website and mail are
 * gone. Without `dns` nothing is known. Refuses with `NOT_FOUND` and `NOT_OFFERED`.
 */
export async function checkNameservers(
  caller: CallerContext,
  dns: NameserverDns | undefined,
  { id, nameservers }: { id: string; nameservers: readonly string[] },
) {
  const person = caller.person()
  const name = await caller.database.read('service', async (tx) => {
    const own = await ownName(tx, person, id)
    await requireAct(tx, own, 'nameservers')
    return own
  })
  const hosts = [...new Set(nameservers)]
  const items = hosts.map(async (host) => ({
    host,
    state: dns ? await stateInTime(host, name, dns) : 'unknown',
  }))
  return { items: await Promise.all(items) }
}

const stateInTime = (host: string, name: string, dns: NameserverDns): Promise<NameserverState> =>
  Promise.race([stateOf(host, name, dns), pause(DEADLINE_MS, 'unknown' as const, { ref: false })])

/** What a nameserver says of a name. Of several addresses the best answer counts. */
export async function stateOf(host: string, name: string, dns: NameserverDns): Promise<NameserverState> {
  const found = await addressesOf(host, dns)
  if (!found) return 'unknown'
  if (!found.length) return 'no-address'
  const states = await Promise.all(found.map((address) => ask(address, name, dns)))
  return states.find((state) => state === 'knows') ?? states.find((state) => state === 'other') ?? 'silent'
}

/** The addresses of a host that the internet reaches, those of IPv4 first. Undefined if they can't be looked up now. */
async function addressesOf(host: string, { resolve, mayAsk }: NameserverDns): Promise<string[] | undefined> {
  try {
    const found = (await resolve(host)).map(({ address }) => address)
    return found
      .filter(mayAsk)
      .toSorted((one, other) => isIP(one) - isIP(other))
      .slice(0, MOST_ADDRESSES)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : undefined
  }
}

const unanswered = new Set<string | undefined>(['ETIMEOUT', 'ECONNREFUSED', 'ECANCELLED'])

async function ask(address: string, name: string, { port }: NameserverDns): Promise<NameserverState> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
  resolver.setServers([isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`])
  try {
    await resolver.resolveSoa(name)
    return 'knows'
  } catch (error) {
    return unanswered.has((error as NodeJS.ErrnoException).code) ? 'silent' : 'other'
  }
}
