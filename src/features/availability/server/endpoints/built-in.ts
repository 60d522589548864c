import type { Endpoint } from '../../endpoints.ts'

export interface BuiltIn extends Endpoint {
  /** A name of the suffix that is registered for good. */
  known: string
}

const identityDigital = 'https://rdap.identitydigital.services/rdap/'
const radix = (suffix: string): BuiltIn => ({
  rdap: 'https://rdap.radix.host/rdap/',
  whois: `whois.nic.${suffix}`,
  known: `nic.${suffix}`,
})

/** What the shop sells and where its registries answer, for a start without network and what no bootstrap lists. */
export const builtIn: Readonly<Record<string, BuiltIn>> = {
  com: { rdap: 'https://rdap.verisign.com/com/v1/', whois: 'whois.verisign-grs.com', known: 'example.com' },
  net: { rdap: 'https://rdap.verisign.com/net/v1/', whois: 'whois.verisign-grs.com', known: 'example.net' },
  org: {
    rdap: 'https://rdap.publicinterestregistry.org/rdap/',
    whois: 'whois.publicinterestregistry.org',
    known: 'example.org',
  },
  info: { rdap: identityDigital, known: 'nic.info' },
  xyz: { rdap: 'https://rdap.centralnic.com/xyz/', whois: 'whois.nic.xyz', known: 'nic.xyz' },
  africa: { rdap: 'https://rdap.nic.africa/rdap/', whois: 'whois.nic.africa', known: 'nic.africa' },
  app: { rdap: 'https://pubapi.registry.google/rdap/', known: 'nic.app' },
  tech: radix('tech'),
  online: radix('online'),
  store: radix('store'),
  site: radix('site'),
  // The second levels of these are asked where their first is.
  io: { rdap: identityDigital, known: 'nic.io' },
  me: { rdap: identityDigital, known: 'nic.me' },
  co: { rdap: 'https://rdap.registry.co/co/', whois: 'whois.registry.co', known: 'nic.co' },
  tz: { rdap: 'https://rdap.tznic.or.tz/', whois: 'whois.tznic.or.tz', known: 'tznic.or.tz' },
  ke: { rdap: 'https://rdap.kenic.or.ke/', whois: 'whois.kenic.or.ke', known: 'kenic.or.ke' },
  rw: { rdap: 'https://rdap.ricta.org.rw/', whois: 'whois.ricta.org.rw', known: 'ricta.org.rw' },
  ug: { whois: 'whois.co.ug', known: 'i3c.co.ug' },
}

/** A name that is registered under a suffix: the one known, or the registry's own (ICANN's contracts reserve `nic`). */
export const knownName = (suffix: string): string => builtIn[suffix]?.known ?? `nic.${suffix}`
