import type { Registry as RegistryServers } from '@kikoa/registry-answers'
import { isRegistrable, parentOf } from '../../products/domain-names.ts'
import type { Endpoint, Endpoints } from '../../settings/registry-endpoints.ts'

export type Origin = 'setting' | 'file' | 'bootstrap' | 'built-in'

export interface Registry extends RegistryServers {
  origin: Origin
}

/** A name split into its parts, with its registry. */
export interface ParsedName {
  suffix: string
  registry: Registry | undefined
}

export interface Tables {
  /** The entries of admins, and those of the operator's file. Either one replaces the whole entry of a suffix. */
  setting: Endpoints
  file: Endpoints
  bootstrap: ReadonlyMap<string, string>
  /** The endings that the shop sells. */
  sold?: readonly string[]
}

/**
 * Splits a name and finds its registry. Undefined for names that no one can register: a suffix itself, or a name below
 * a registered one. The suffixes are those of the public suffix list, of the tables and of the shop.
 */
export function findRegistry(name: string, tables: Tables): ParsedName | undefined {
  const suffix = parentOf(name)
  if (!suffix || !isRegistrable(name, (one) => named(one, tables))) return undefined
  for (let entry: string | undefined = suffix; entry; entry = parentOf(entry)) {
    const registry = registryOf(entry, tables, suffix)
    if (registry) return { suffix, registry }
  }
  return { suffix, registry: undefined }
}

/**
 * The registry of an entry of the tables.
 * @param suffix the suffix below the entry that is looked up
 */
export function registryOf(entry: string, tables: Tables, suffix = entry): Registry | undefined {
  const [setting, file] = [own(tables.setting, entry), own(tables.file, entry)]
  const common = {
    entry,
    known: knownNames(suffix, entry, setting?.known ?? file?.known),
    isOperators: Boolean(setting ?? file),
  }
  if (setting) return { ...setting, ...common, origin: 'setting' }
  if (file) return { ...file, ...common, origin: 'file' }
  const rdap = tables.bootstrap.get(entry)
  const builtInEntry = own(builtIn, entry)
  if (rdap) return { ...common, rdap, whois: builtInEntry?.whois, origin: 'bootstrap' }
  return builtInEntry && { ...common, rdap: builtInEntry.rdap, whois: builtInEntry.whois, origin: 'built-in' }
}

/** Suffixes with an entry, without those that only the bootstrap lists. */
export const listedSuffixes = (tables: Tables): string[] => [
  ...new Set([...Object.keys(builtIn), ...Object.keys(tables.file), ...Object.keys(tables.setting)]),
]

const named = (suffix: string, { setting, file, sold }: Tables) =>
  sold?.includes(suffix) || Boolean(own(setting, suffix) ?? own(file, suffix))
/** Only own keys, because `constructor` may be asked for as a suffix. */
const own = <T>(table: Readonly<Record<string, T>>, key: string) =>
  Object.hasOwn(table, key) ? table[key] : undefined

/** Suffixes and known names in lower case, without a leading or final dot. */
export const normalizeEndpoints = (endpoints: Endpoints): Endpoints =>
  Object.fromEntries(
    Object.entries(endpoints).map(([suffix, { known, ...endpoint }]) => [
      suffix.toLowerCase().replace(/^\./, ''),
      { ...endpoint, ...(known?.length && { known: known.map((name) => name.toLowerCase()) }) },
    ]),
  )

interface BuiltIn extends Endpoint {
  /** Names of the suffix that have long been registered. */
  known: readonly [string, ...string[]]
}

const identityDigital = 'https://rdap.identitydigital.services/rdap/'
const radix = (suffix: string): BuiltIn => ({
  rdap: 'https://rdap.radix.host/rdap/',
  whois: `whois.nic.${suffix}`,
  known: [`nic.${suffix}`, `google.${suffix}`],
})

/**
 * What the shop sells, with the registries' addresses. For a start without network, and for suffixes that no bootstrap
 * lists.
 */
const builtIn: Readonly<Record<string, BuiltIn>> = {
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
  // Their second levels use the same registry.
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

/** The most names that one proof asks about in parallel. */
const MOST_PROBED = 3

/**
 * The registered names by which a source proves that it knows a suffix: those directly below it, otherwise all of its
 * entry (`co.tz` and `sc.tz` have the entry `tz`).
 * If none is named: the names that ICANN's contracts reserve for the registry (`nic`) and those that Google owns nearly
 * everywhere.
 * @param named the operator's names, instead of the built-in ones
 */
function knownNames(suffix: string, entry: string, named?: readonly string[]): readonly string[] {
  const ofEntry = named?.length
    ? named
    : Object.hasOwn(builtIn, entry)
      ? builtIn[entry]!.known
      : [`nic.${entry}`, `google.${entry}`]
  const below = ofEntry.filter((name) => name.slice(name.indexOf('.') + 1) === suffix)
  return (below.length > 0 ? below : ofEntry).slice(0, MOST_PROBED)
}
