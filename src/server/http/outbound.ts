import { lookup } from 'node:dns/promises'
import type { LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from '@kikoa/auth/client-address'

/** Requests that others make this server send, such as a registry's redirect or a webhook, reach public addresses only. */

/** The result of a lookup, as `dns.lookup` returns it with `all`. */
export type Resolve = (host: string) => Promise<LookupAddress[]>

export const resolveHost: Resolve = (host) => lookup(host, { all: true })

/** A host of which an address may not be reached. */
export class InnerAddress extends Error {
  override readonly name = 'InnerAddress'
}

/**
 * The addresses of a host, which may be an IP address, after a check of all of them. One internal address among several
 * is an attack or a mistake, so none of them is used.
 * @throws InnerAddress, or the error of the lookup
 */
export async function checkedAddresses(
  host: string,
  isAllowed: (address: string) => boolean,
  resolve: Resolve = resolveHost,
): Promise<LookupAddress[]> {
  const literal = host.replace(/^\[|\]$/g, '')
  const found = isIP(literal) ? [{ address: literal, family: isIP(literal) }] : await resolve(literal)
  if (!found.length || !found.every(({ address }) => isAllowed(address))) throw new InnerAddress(host)
  return found
}

/** Connects to the addresses that were checked. A second lookup could return others (DNS rebinding). */
export const checkedLookup =
  (addressesOf: (host: string) => Promise<LookupAddress[]>): LookupFunction =>
  (host, options, done) => {
    addressesOf(host).then(
      (found) => (options.all ? done(null, found) : done(null, found[0]!.address, found[0]!.family)),
      (error: NodeJS.ErrnoException) => done(error, []),
    )
  }

/** Internal addresses that the operator allows: `host:port`, and blocks such as `10.1.0.0/16`. */
export interface AllowedTargets {
  hosts: ReadonlySet<string>
  blocks: BlockList
}

export const noTargets: AllowedTargets = { hosts: new Set(), blocks: new BlockList() }

/** Reads a comma list of `host:port` and CIDR blocks. Undefined if an entry is neither. */
export function readAllowedTargets(list: string): AllowedTargets | undefined {
  const hosts = new Set<string>()
  const blocks = new BlockList()
  for (const entry of list.split(/[\s,]+/).filter(Boolean)) {
    const [, net, bits] = /^([\da-f.:]+)\/(\d{1,3})$/i.exec(entry) ?? []
    if (net) {
      const family = isIP(net)
      if (!family || Number(bits) > (family === 4 ? 32 : 128)) return undefined
      blocks.addSubnet(net, Number(bits), family === 4 ? 'ipv4' : 'ipv6')
    } else if (/^(\[[\da-f:]+\]|[\w.-]+):\d{1,5}$/i.test(entry)) hosts.add(entry.toLowerCase())
    else return undefined
  }
  return { hosts, blocks }
}

/** Whether the operator allows an address of the URL's host, public or not. */
export const isNamedTarget = ({ hosts, blocks }: AllowedTargets, url: URL, address: string): boolean =>
  hosts.has(`${url.hostname}:${portOf(url)}`) || blocks.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

const portOf = ({ port, protocol }: URL) => port || (protocol === 'https:' ? '443' : '80')

/** Whether a URL's host may be reached at that address: over HTTPS a public one, and any that the operator allows. */
export const mayReach = (allowed: AllowedTargets, url: URL, address: string): boolean =>
  (url.protocol === 'https:' && isPublicAddress(address)) || isNamedTarget(allowed, url, address)
