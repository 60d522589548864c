import { currencyOf } from '../../../amounts.ts'

/** The currencies whose unit is a shilling, which "Sh" may mean any of. */
const shillings: readonly string[] = ['TZS', 'KES', 'UGX', 'SOS']
const isShilling = (word: string) => /^(?:shs?|shillings?|shilingi|\/=)\.?$/i.test(word)

/** The currencies of ISO 4217 that `Intl` knows. */
const known = new Set(Intl.supportedValuesOf('currency'))

/** Names of currencies in full, without accents. */
const fullNames: readonly [RegExp, string][] = [
  [/\b(?:shillings?|shilingi) (?:ya |of )?tanzania|\btanzania[n]? shillings?/, 'TZS'],
  [/\b(?:shillings?|shilingi) (?:ya |of )?kenya|\bkenya[n]? shillings?/, 'KES'],
  [/\b(?:shillings?|shilingi) (?:ya |of )?uganda|\buganda[n]? shillings?/, 'UGX'],
  [/\bfrancs? rwandais|\brwanda[n]? francs?/, 'RWF'],
  [/\bfrancs? burundais|\bburundi(?:an)? francs?/, 'BIF'],
  [/\bfrancs? congolais|\bcongolese francs?/, 'CDF'],
  [
    /\b(?:us|u s|united states|american) dollars?|\bdollars? (?:us|americains?)|\bdola (?:ya|za) marekani/,
    'USD',
  ],
  [/\bmetica(?:l|is)\b/, 'MZN'],
  [/\beuros?\b/, 'EUR'],
]

const bare = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/**
 * The currency that a cell or the brackets of a header name (ISO 4217): `Ksh`, `TSH`, `FBu`, `TZS - Tanzanian Shilling`.
 * `shilling` where it may be one of several, and undefined for any other text.
 */
export function currencyIn(text: string): string | undefined {
  const words = text.split(/[\s,;:|()[\]-]+/).filter(Boolean)
  const codes = words.map(
    (word) => currencyOf(word) ?? (known.has(word.toUpperCase()) ? word.toUpperCase() : undefined),
  )
  const named = new Set([
    ...codes.filter((code) => code !== undefined),
    ...fullNames.filter(([form]) => form.test(bare(text))).map(([, code]) => code),
  ])
  if (named.size) return named.size === 1 ? [...named][0] : undefined
  return words.length === 1 && isShilling(words[0]!) ? 'shilling' : undefined
}

/** Whether two texts that name currencies may mean the same one. */
const isSame = (one: string, other: string) =>
  one === other ||
  (one === 'shilling' && shillings.includes(other)) ||
  (other === 'shilling' && shillings.includes(one))

/**
 * The one currency of a row, by all that names it. Null where nothing does, or nothing but "shillings" in a shop of that
 * unit. Undefined where they contradict each other.
 * @param home of rows that name none (ISO 4217)
 */
export function currencyOfRow(
  named: readonly (string | null | undefined)[],
  home: string | undefined,
): string | null | undefined {
  const all = named.filter((one) => one !== null && one !== undefined)
  if (all.some((one) => all.some((other) => !isSame(one, other)))) return undefined
  const own = all.find((one) => one !== 'shilling')
  if (own !== undefined || !all.length) return own ?? null
  return home === undefined || isSame('shilling', home) ? null : undefined
}

const inBrackets = /\s*[([]\s*(?:in |en |em |kwa |ya )?([^()[\]]{1,30}?)\s*[)\]]/i
const behind = /[\s_:/-]+(?:(?:in|en|em|kwa|ya)\s+)?([\p{L}$€£]{1,8}\.?|\/=)\s*$/iu

/** A header without the currency in its brackets or behind it, and that currency as `currencyIn` gives it. */
export function splitHeader(header: string): { name: string; currency: string | undefined } {
  for (const form of [inBrackets, behind]) {
    const found = form.exec(header.slice(0, 100))
    // "All" and "Top" are currencies too, so that only those of the region stand without brackets.
    const written = found?.[1] ?? ''
    const currency =
      form === inBrackets || currencyOf(written) || isShilling(written) ? currencyIn(written) : undefined
    if (found && currency) return { name: header.replace(found[0], ' ').trim(), currency }
  }
  return { name: header, currency: undefined }
}
