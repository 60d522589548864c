import { getPublicSuffix } from 'tldts'
import type { Endpoint, Endpoints } from '../../../settings/registry-endpoints.ts'
import { builtIn, knownNames } from './built-in.ts'

export type Origin = 'setting' | 'file' | 'bootstrap' | 'built-in'

export interface Place extends Omit<Endpoint, 'known'> {
  /** The suffix as the table has it: `tz` answers for `co.tz`. */
  entry: string
  origin: Origin
  /** Registered names, which the registry has to call taken before it is believed that others are free. */
  known: readonly string[]
}

/** A name taken apart, with where it is asked. */
export interface Found {
  suffix: string
  place: Place | undefined
}

export interface Tables {
  /** By the admins, and by the operator's file: either replaces a suffix whole. */
  setting: Endpoints
  file: Endpoints
  bootstrap: ReadonlyMap<string, string>
}

/**
 * Takes a name apart and finds its registry. Undefined for what nobody can register: a suffix itself, or a name below
 * a registered one. The longest suffix counts that the tables name or the public suffix list has.
 */
export function findPlace(name: string, tables: Tables): Found | undefined {
  const listed = getPublicSuffix(name, { allowPrivateDomains: false })
  const suffix = parentOf(name)
  if (!suffix || (suffix !== listed && !named(suffix, tables))) return undefined
  if (name === listed) return undefined
  for (let entry: string | undefined = suffix; entry; entry = parentOf(entry)) {
    const place = placeOf(entry, tables, suffix)
    if (place) return { suffix, place }
  }
  return { suffix, place: undefined }
}

/**
 * Where an entry of the tables is asked.
 * @param suffix the suffix below the entry that it is for
 */
export function placeOf(entry: string, tables: Tables, suffix = entry): Place | undefined {
  const [setting, file] = [own(tables.setting, entry), own(tables.file, entry)]
  const common = { entry, known: knownNames(suffix, entry, setting?.known ?? file?.known) }
  if (setting) return { ...setting, ...common, origin: 'setting' }
  if (file) return { ...file, ...common, origin: 'file' }
  const rdap = tables.bootstrap.get(entry)
  const built = own(builtIn, entry)
  if (rdap) return { ...common, rdap, whois: built?.whois, origin: 'bootstrap' }
  return built && { ...common, rdap: built.rdap, whois: built.whois, origin: 'built-in' }
}

/** Suffixes with an entry, apart from those that only the bootstrap lists. */
export const namedSuffixes = (tables: Tables): string[] => [
  ...new Set([...Object.keys(builtIn), ...Object.keys(tables.file), ...Object.keys(tables.setting)]),
]

const named = (suffix: string, { setting, file }: Tables) =>
  Boolean(own(setting, suffix) ?? own(file, suffix))
const parentOf = (name: string) => (name.includes('.') ? name.slice(name.indexOf('.') + 1) : undefined)
/** `constructor` is a suffix like any other. */
const own = <T>(table: Readonly<Record<string, T>>, key: string) =>
  Object.hasOwn(table, key) ? table[key] : undefined

/** Suffixes and known names in lower case, without the dot that some write before or behind them. */
export const tidy = (endpoints: Endpoints): Endpoints =>
  Object.fromEntries(
    Object.entries(endpoints).map(([suffix, { known, ...endpoint }]) => [
      suffix.toLowerCase().replace(/^\./, ''),
      { ...endpoint, ...(known?.length && { known: known.map((name) => name.toLowerCase()) }) },
    ]),
  )
