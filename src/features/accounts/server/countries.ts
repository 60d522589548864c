import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js'

/** A country as sign-up forms choose from. `idd.root` and the first suffix make its dialling code. */
export interface Country {
  /** ISO 3166-1 alpha-2. */
  cca2: string
  name: { common: string }
  idd: { root: string; suffixes: string[] }
  flags: { svg: string; alt: string }
}

interface Packaged {
  cca2: string
  name: { common: string; official: string }
  idd: { root: string; suffixes: string[] }
}

/** Places without a numbering plan of their own, and the one that they are reached through. */
const throughOthers: Record<string, string> = {
  AQ: '672',
  BV: '47',
  GS: '500',
  HM: '672',
  PN: '64',
  TF: '262',
  UM: '1',
}

let loaded: Promise<{ list: Country[]; codes: Map<string, string> }> | undefined

/** All countries by name, with the dialling code that is really dialled. Read from the packaged data set once. */
export const countries = async (): Promise<Country[]> => (await load()).list

/**
 * The ISO code of a country that is named by its code or its English name, in any case.
 * @returns undefined for what is no country.
 */
export const countryCode = async (named: string): Promise<string | undefined> =>
  (await load()).codes.get(named.trim().toLowerCase())

function load() {
  loaded ??= read()
  loaded.catch(() => (loaded = undefined))
  return loaded
}

async function read() {
  const file = fileURLToPath(import.meta.resolve('world-countries/countries.json'))
  const packaged = JSON.parse(await readFile(file, 'utf8')) as Packaged[]
  const list = packaged
    .map(({ cca2, name, idd }) => ({
      cca2,
      name: { common: name.common },
      idd: diallingCode(cca2, idd),
      flags: { svg: `/flags/${cca2}.svg`, alt: `Flag of ${name.common}` },
    }))
    .toSorted((a, b) => a.name.common.localeCompare(b.name.common, 'en'))
  const codes = packaged.flatMap(({ cca2, name }) =>
    [cca2, name.common, name.official].map((one) => [one.toLowerCase(), cca2] as const),
  )
  return { list, codes: new Map(codes) }
}

/**
 * The data set splits codes for its own purposes: of countries that share a code (+1, +7, +39 …) its suffixes are area
 * codes, and root with the first of them reaches a part of the country only. Those get the code alone.
 */
function diallingCode(cca2: string, { root, suffixes }: Packaged['idd']): Packaged['idd'] {
  const real = `+${throughOthers[cca2] ?? (isSupportedCountry(cca2) ? getCountryCallingCode(cca2) : '')}`
  if (real === '+') throw new Error(`no dialling code is known for ${cca2}`)
  return suffixes.length === 1 && root + suffixes[0] === real
    ? { root, suffixes }
    : { root: real, suffixes: [''] }
}
