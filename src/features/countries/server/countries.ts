import { type CountryCode, getCountries, getCountryCallingCode } from 'libphonenumber-js'
import { implement } from '@orpc/server'
import type { Country as PageCountry } from '../../../shared/pages.ts'
import type { Context } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import { countriesContract } from '../countries.contract.ts'

/** A country in the list of sign-up forms. `idd.root` and the first suffix make its dialling code. */
export interface Country {
  /** ISO 3166-1 alpha-2. */
  cca2: string
  name: { common: string }
  idd: { root: string; suffixes: string[] }
  flags: { svg: string; alt: string }
}

/** Countries without a numbering plan of their own, each with the country whose plan they use. */
const sharedCallingCodes: Record<string, string> = {
  AQ: '672',
  BV: '47',
  GS: '500',
  HM: '672',
  PN: '64',
  TF: '262',
  UM: '1',
}

/** Parts of Saint Helena, which ISO 3166-1 counts as one country. */
const excludedCodes: CountryCode[] = ['AC', 'TA']

/**
 * Countries that people search under another name than the one of `Intl`, or whose `Intl` name depends on its
 * version.
 */
const commonNames: Record<string, string> = {
  CD: 'DR Congo',
  CG: 'Republic of the Congo',
  CI: 'Ivory Coast',
  GS: 'South Georgia',
  HK: 'Hong Kong',
  HM: 'Heard Island and McDonald Islands',
  MM: 'Myanmar',
  MO: 'Macau',
  PS: 'Palestine',
  SH: 'Saint Helena, Ascension and Tristan da Cunha',
  TF: 'French Southern and Antarctic Lands',
  TR: 'Türkiye',
  UM: 'United States Minor Outlying Islands',
  VC: 'Saint Vincent and the Grenadines',
}

/** Official names that differ in more than the form of the state, or whose remainder also names another country. */
const officialNames: Record<string, string> = {
  'democratic republic of the congo': 'CD',
  'people’s republic of china': 'CN',
  'republic of china': 'TW',
  'republic of china (taiwan)': 'TW',
  'republic of korea': 'KR',
  'democratic people’s republic of korea': 'KP',
  'argentine republic': 'AR',
  'bonaire, sint eustatius and saba': 'BQ',
  'swiss confederation': 'CH',
  'republic of cabo verde': 'CV',
  'czech republic': 'CZ',
  'sahrawi arab democratic republic': 'EH',
  'french republic': 'FR',
  'gabonese republic': 'GA',
  'united kingdom of great britain and northern ireland': 'GB',
  'hellenic republic': 'GR',
  'italian republic': 'IT',
  'kyrgyz republic': 'KG',
  'lao people’s democratic republic': 'LA',
  'lebanese republic': 'LB',
  'republic of the union of myanmar': 'MM',
  'united mexican states': 'MX',
  'portuguese republic': 'PT',
  'russian federation': 'RU',
  'slovak republic': 'SK',
  'syrian arab republic': 'SY',
  'togolese republic': 'TG',
  'tunisian republic': 'TN',
  'united states of america': 'US',
  'vatican city state': 'VA',
  'virgin islands of the united states': 'VI',
}

let loaded: { list: Country[]; codes: Map<string, string> } | undefined

/** All countries by name, with the dialling code that people really dial. */
export const countries = (): Country[] => load().list

/**
 * The ISO code of a country, from its code or its English name, in any case.
 * @returns undefined for an unknown country
 */
export function countryCode(text: string): string | undefined {
  const { codes } = load()
  const name = normalizeName(text.trim())
  // "United Republic of Tanzania": the remainder names the country, unless the table above says otherwise.
  return codes.get(name) ?? (formOfState.test(name) ? codes.get(name.replace(formOfState, '')) : undefined)
}

const normalizeName = (name: string) => name.toLowerCase().replaceAll("'", '’')
const formOfState =
  /^(?:the )?(?:(?!of )\S+ ){0,3}(?:republic|kingdom|commonwealth|principality|states?|federation|sultanate|duchy|emirate|union|territory|collectivity|bailiwick|country|department) of (?:the )?/

function load() {
  if (loaded) return loaded
  const displayNames = new Intl.DisplayNames('en', { type: 'region' })
  const shortNames = new Intl.DisplayNames('en', { type: 'region', style: 'short' })
  const all = [
    ...getCountries().filter((code) => !excludedCodes.includes(code)),
    ...Object.keys(sharedCallingCodes),
  ]
  const codes = new Map(Object.entries(officialNames))
  const list = all.map((cca2) => {
    const display = displayNames.of(cca2)!
    const common = commonNames[cca2] ?? withoutAbbreviations(display)
    for (const name of [cca2, common, display, withoutAbbreviations(display), shortNames.of(cca2)!])
      codes.set(normalizeName(name), cca2)
    const flags = { svg: `/flags/${cca2}.svg`, alt: `Flag of ${common}` }
    return { cca2, name: { common }, idd: diallingCode(cca2), flags }
  })
  loaded = { list: list.toSorted((a, b) => a.name.common.localeCompare(b.name.common, 'en')), codes }
  return loaded
}

/** The country with this code, or the first of the list. */
export function homeCountry(code: string): PageCountry {
  const all = countries()
  const { cca2, name, idd } = all.find((one) => one.cca2 === code) ?? all[0]!
  return { code: cca2, name: name.common, dialling: idd.root + (idd.suffixes[0] ?? '') }
}

const withoutAbbreviations = (name: string) =>
  name
    .replaceAll(' & ', ' and ')
    .replace(/^St\. /, 'Saint ')
    .replace(/^U\.S\. /, 'United States ')

/** `root` is the first digit and the suffix the others. +1 and +7 have no suffix. */
function diallingCode(cca2: string): Country['idd'] {
  const code = sharedCallingCodes[cca2] ?? getCountryCallingCode(cca2 as CountryCode)
  return { root: `+${code.slice(0, 1)}`, suffixes: [code.slice(1)] }
}

const on = implement(countriesContract).$context<Context>().use(authorize)

export const countriesRouter = { list: on.list.handler(() => countries()) }
