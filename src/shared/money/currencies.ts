/** What the program knows about currencies. Their decimals are those of ISO 4217; the CLDR data of `Intl` differs. */

/** The currency of a shop that has chosen none, and of the specification's figures. */
export const DEFAULT_CURRENCY = 'USD'

/** ISO 4217, list one. Every currency that is not listed here has two decimals. */
const WITHOUT_DECIMALS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(' ')
const WITH_THREE = 'BHD IQD JOD KWD LYD OMR TND'.split(' ')

/** Codes that `Intl` lists, but whose amounts have no decimals by the standard, or more than the database stores. */
const NOT_OFFERED = 'CLF UYW XDR XSU'.split(' ')

/** Shillings have cents by the standard, but nobody pays them: prices are whole, and shown so. */
const WHOLE_BY_CUSTOM = 'TZS KES SOS'.split(' ')

/** What people of the region write instead of the code. Any other currency has the sign that English gives it. */
const SIGNS: Record<string, string> = { TZS: 'TSh', KES: 'KSh', UGX: 'USh', RWF: 'FRw', BIF: 'FBu', ZAR: 'R' }

/** How many decimals a currency has by ISO 4217: 2 for USD and TZS, 0 for UGX, 3 for KWD. */
export const decimalsOf = (currency: string): number =>
  WITHOUT_DECIMALS.includes(currency) ? 0 : WITH_THREE.includes(currency) ? 3 : 2

/** How many decimals a price may have: none for UGX and TZS, 2 for USD. */
export const priceDecimalsOf = (currency: string): number =>
  WHOLE_BY_CUSTOM.includes(currency) ? 0 : decimalsOf(currency)

/** The smallest price, as the `step` of an input: `0.01` for USD, `1` for TZS. */
export const priceStepOf = (currency: string): string => (10 ** -priceDecimalsOf(currency)).toString()

/** The sign beside an amount: `$`, `TSh`. Those of other countries differ: `CA$`. */
export const currencySign = (currency: string): string =>
  SIGNS[currency] ??
  new Intl.NumberFormat('en-US', { style: 'currency', currency })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')!.value

/** The currencies of East Africa and its neighbours, which most shops choose from. */
const OF_THE_REGION = 'TZS KES UGX RWF BIF CDF ETB SSP SOS ZMW MWK MZN USD'.split(' ')

/**
 * The country of a currency that only one country of the region has, which is most likely the shop's (ISO 3166-1 alpha-2):
 * its first two letters.
 */
export const countryOf = (currency: string): string | undefined =>
  currency !== 'USD' && OF_THE_REGION.includes(currency) ? currency.slice(0, 2) : undefined

/** The codes that a shop can sell in: those of the region, then the others in alphabetical order. */
export const offeredCurrencies = (): string[] => [
  ...new Set([
    ...OF_THE_REGION,
    ...Intl.supportedValuesOf('currency').filter((code) => !NOT_OFFERED.includes(code)),
  ]),
]
