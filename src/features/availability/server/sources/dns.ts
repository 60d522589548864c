import { Resolver } from 'node:dns/promises'

/** The nameservers of a name. Empty if there are none or the lookup fails. */
export type Nameservers = (name: string) => Promise<string[]>

/**
 * Looks up nameservers. A name without any may still be taken (held, new, never used), so an empty result proves
 * nothing and is no error.
 * @param servers such as `127.0.0.1:5353`, by default the system's servers
 */
export function createNameservers(timeout = 1_000, servers?: readonly string[]): Nameservers {
  const resolver = new Resolver({ timeout, tries: 1 })
  if (servers) resolver.setServers(servers)
  return async (name) => {
    try {
      return (await resolver.resolveNs(name)).filter((one) => one !== '' && one !== '.')
    } catch {
      return []
    }
  }
}
