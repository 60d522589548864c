import type { Endpoint } from '../../../settings/registry-endpoints.ts'

export interface BuiltIn extends Endpoint {
  /** Names of the suffix that have long been registered. */
  known: readonly [string, ...string[]]
}

const identityDigital = 'https://rdap.identitydigital.services/rdap/'
const radix = (suffix: string): BuiltIn => ({
  rdap: 'https://rdap.radix.host/rdap/',
  whois: `whois.nic.${suffix}`,
  known: [`nic.${suffix}`, `google.${suffix}`],
})

/** What the shop sells and where its registries answer, for a start without network and what no bootstrap lists. */
export const builtIn: Readonly<Record<string, BuiltIn>> = {
  com: {
    rdap: 'https://rdap.verisign.com/com/v1/',
    whois: 'whois.verisign-grs.com',
    known: ['example.com', 'google.com'],
  },
  net: {
    rdap: 'https://rdap.verisign.com/net/v1/',
    whois: 'whois.verisign-grs.com',
    known: ['example.net', 'php.net'],
  },
  org: {
    rdap: 'https://rdap.publicinterestregistry.org/rdap/',
    whois: 'whois.publicinterestregistry.org',
    known: ['example.org', 'wikipedia.org'],
  },
  info: { rdap: identityDigital, known: ['nic.info', 'google.info'] },
  xyz: {
    rdap: 'https://rdap.centralnic.com/xyz/',
    whois: 'whois.nic.xyz',
    known: ['nic.xyz', 'abc.xyz'],
  },
  africa: {
    rdap: 'https://rdap.nic.africa/rdap/',
    whois: 'whois.nic.africa',
    known: ['nic.africa', 'google.africa'],
  },
  app: { rdap: 'https://pubapi.registry.google/rdap/', known: ['nic.app', 'google.app', 'cash.app'] },
  tech: radix('tech'),
  online: radix('online'),
  store: radix('store'),
  site: radix('site'),
  // The second levels of these are asked where their first is.
  io: { rdap: identityDigital, known: ['nic.io', 'github.io'] },
  me: { rdap: identityDigital, known: ['nic.me', 'about.me'] },
  co: { rdap: 'https://rdap.registry.co/co/', whois: 'whois.registry.co', known: ['nic.co', 't.co'] },
  tz: {
    rdap: 'https://rdap.tznic.or.tz/',
    whois: 'whois.tznic.or.tz',
    known: ['tznic.or.tz', 'google.co.tz', 'vodacom.co.tz', 'udsm.ac.tz', 'tra.go.tz'],
  },
  ke: {
    rdap: 'https://rdap.kenic.or.ke/',
    whois: 'whois.kenic.or.ke',
    known: ['kenic.or.ke', 'google.co.ke', 'safaricom.co.ke', 'uonbi.ac.ke', 'kra.go.ke'],
  },
  rw: {
    rdap: 'https://rdap.ricta.org.rw/',
    whois: 'whois.ricta.org.rw',
    known: ['ricta.org.rw', 'google.rw', 'bk.rw', 'google.co.rw', 'ur.ac.rw'],
  },
  ug: { whois: 'whois.co.ug', known: ['i3c.co.ug', 'google.co.ug', 'mak.ac.ug', 'ura.go.ug'] },
}

/** Names asked for a proof at once. */
const MOST_PROBED = 3

/**
 * The registered names that prove a source's knowledge of a suffix: those right below it, otherwise any of its entry
 * (`co.tz` and `sc.tz` have the entry `tz`). Where nobody has named one: the names that ICANN's contracts keep for the
 * registry (`nic`) and that Google holds nearly everywhere.
 * @param named the operator's own instead of those built in
 */
export function knownNames(suffix: string, entry: string, named?: readonly string[]): readonly string[] {
  const ofEntry = named?.length
    ? named
    : Object.hasOwn(builtIn, entry)
      ? builtIn[entry]!.known
      : [`nic.${entry}`, `google.${entry}`]
  const below = ofEntry.filter((name) => name.slice(name.indexOf('.') + 1) === suffix)
  return (below.length > 0 ? below : ofEntry).slice(0, MOST_PROBED)
}
