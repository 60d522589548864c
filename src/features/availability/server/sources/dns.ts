import { Resolver } from 'node:dns/promises'

/** The nameservers of a name; none where there are none or nobody knows. */
export type Nameservers = (name: string) => Promise<string[]>

/**
 * Looks nameservers up. A name that has some is taken; one that has none may be taken all the same (held, new, never
 * used), so that not finding any proves nothing and is no error.
 * @param servers `127.0.0.1:5353`; the system's where none are given
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
