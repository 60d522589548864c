export interface ReadAmount {
  /** A decimal number without separators, as many decimals as written: `45500.00`. A minus marks money that went out. */
  amount: string
  /** ISO 4217. Null where neither the text nor the caller names one. */
  currency: string | null
}

interface AmountOptions {
  /** ISO 4217. A text that names another currency is doubtful. */
  currency?: string | undefined
  /** The decimal sign, where the format or a whole column proves it. Without it `45.500` and `45,50` are doubtful. */
  decimalSign?: '.' | ',' | undefined
}

/** How the currencies of the region, and those that banks exchange, are written besides their ISO code. */
const spellings: Record<string, readonly string[]> = {
  TZS: ['TSH', 'TSHS', 'TZSH'],
  KES: ['KSH', 'KSHS', 'KESH'],
  UGX: ['USH', 'USHS', 'UGSH'],
  RWF: ['FRW'],
  BIF: ['FBU'],
  CDF: ['FC'],
  USD: ['US$', '$'],
  EUR: ['€'],
  GBP: ['£'],
  ZAR: [],
  ZMW: [],
  MWK: [],
  MZN: ['MT'],
  ETB: [],
  SSP: [],
  INR: [],
  CNY: [],
  AED: [],
}
const codes = new Map(
  Object.entries(spellings).flatMap(([code, others]) =>
    [code, ...others].map((word) => [word, code] as const),
  ),
)

/** The words of `currencyOf`, the longer ones first, as an alternative of an expression. */
export const currencyWords: string = [...codes.keys(), 'SHILINGI', 'SHILLINGS', 'SHS', 'SH']
  .toSorted((one, other) => other.length - one.length)
  .map((word) => word.replaceAll('$', String.raw`\$`))
  .join('|')

/** Currencies without decimals in practice. */
const withoutCents: readonly string[] = ['TZS', 'UGX', 'RWF', 'BIF', 'CDF']

/** Francs of the region, which are written as in French too: `5.000`, `5 000,00`. In others that may be a forgery. */
const francs: readonly string[] = ['RWF', 'BIF', 'CDF']

/**
 * Whether somebody may have paid an amount with these decimals: `45500.50` shillings are none. Balances have them.
 * @param amount as `readAmount` gives it
 * @param currency ISO 4217
 */
export const hasUsualDecimals = (amount: string, currency: string): boolean =>
  !withoutCents.includes(currency) || !/\.\d*[1-9]/.test(amount)

/** "Sh", "/=" and their like name a currency of these, which only the caller knows. */
const shillings: readonly string[] = ['TZS', 'KES', 'UGX']

/** The currency that a written word means, as ISO 4217: `Tshs.` is TZS. Undefined for any other word. */
export const currencyOf = (word: string): string | undefined =>
  codes.get(word.toUpperCase().replace(/\.$/, ''))

/** No payment has more digits before its decimals. */
const MOST_DIGITS = 10
const LONGEST = 60

const blanks = /[\u00A0\u2007\u2009\u202F]/g
const minuses = /[\u2010-\u2015\u2212]/g
const words = new RegExp(`(?<![a-z])(?:${currencyWords})\\.?(?![a-z])|/[=-]`, 'gi')

/**
 * Reads one written amount: `45,500.00`, `TSh 45 500`, `75,000/=`, `(500.00)`, `500.00-`. What may mean two numbers, or
 * has lost a character, is doubtful: `45.500`, `45, 500.00`, `1,50,000.00`, `45K`. In francs of the region `45.500` can
 * only be thousands, and `45.500,00` has decimals.
 */
export function readAmount(written: string, options: AmountOptions = {}): ReadAmount | 'doubtful' {
  if (written.length > LONGEST) return 'doubtful'
  const text = written.replaceAll(blanks, ' ').replaceAll(minuses, '-').trim()
  const bare = withoutCurrency(text, options.currency)
  if (bare === undefined) return 'doubtful'
  const signed = withoutSign(bare.number)
  const number = signed && digitsOf(signed.number, options.decimalSign, bare.currency)
  if (number === undefined) return 'doubtful'
  const isNegative = signed!.isNegative && Number(number) !== 0
  return { amount: `${isNegative ? '-' : ''}${number}`, currency: bare.currency }
}

/**
 * An amount that a person typed, as the decimal number of the API. Undefined for what is no amount, or may mean two.
 * @param currency ISO 4217. A text that names another currency has no amount. Empty where any may be meant.
 */
export function amountTyped(typed: string, currency = ''): number | undefined {
  const read = readAmount(typed, { currency: currency.trim().toUpperCase() || undefined })
  return read === 'doubtful' ? undefined : Number(read.amount)
}

export function thousandths(decimal: string): bigint {
  const [whole = '0', fraction = ''] = decimal.replace('-', '').split('.')
  const value = BigInt(whole) * 1000n + BigInt(fraction.slice(0, 3).padEnd(3, '0'))
  return decimal.startsWith('-') ? -value : value
}

/** The text without the words of its currency, which stand before or behind the number. */
function withoutCurrency(text: string, expected: string | undefined) {
  const found = [...text.matchAll(words)].map(([word]) => word)
  const named = new Set(found.map((word) => currencyOf(word)).filter((code) => code !== undefined))
  const [own] = named
  if (named.size > 1 || (own && expected && own !== expected)) return undefined
  // `/=` and `/-` stand behind whole shillings.
  const isWhole = found.some((word) => word.startsWith('/'))
  if (isWhole && !/\d ?\/[=-]/.test(text)) return undefined
  const isShilling = isWhole || found.some((word) => /^sh/i.test(word))
  const currency = own ?? expected ?? null
  if (isShilling && currency !== null && !shillings.includes(currency)) return undefined
  const parts = text.split(words).map((part) => part.trim())
  return parts.filter((part) => /\d/.test(part)).length === 1
    ? { number: parts.join(''), currency }
    : undefined
}

/**
 * A minus before or behind the number, or brackets around it, as accountants write what went out. A blank between them
 * may be a lost digit.
 */
function withoutSign(text: string): { number: string; isNegative: boolean } | undefined {
  if (text.startsWith('(') !== text.endsWith(')')) return undefined
  if (text.startsWith('(')) return { number: text.slice(1, -1), isNegative: true }
  if (/^[-+]/.test(text)) return { number: text.slice(1), isNegative: text.startsWith('-') }
  if (/[-+]$/.test(text)) return { number: text.slice(0, -1), isNegative: text.endsWith('-') }
  return { number: text, isNegative: false }
}

/** Whole numbers in groups of three. A point is a group only where two of them, or a decimal comma, prove it. */
const groupings = [/^\d+$/, /^\d{1,3}(?:,\d{3})+$/, /^\d{1,3}(?: \d{3})+$/, /^\d{1,3}(?:['’]\d{3})+$/]
const pointGroups = /^\d{1,3}(?:\.\d{3})+$/
const frenchForm = /^\d{1,3}(?:(?:\.\d{3})+(?:,\d{2})?|(?: \d{3})+,\d{2})$/

function digitsOf(
  text: string,
  decimalSign: '.' | ',' | undefined,
  currency: string | null,
): string | undefined {
  // MT940 writes `75000,` for a whole number.
  if (decimalSign === ',')
    return plain(...cutAt(text, ','), [groupings[0]!, ...groupings.slice(2), pointGroups])
  if (decimalSign === '.') return plain(...cutAt(text, '.'), groupings)
  if (francs.includes(currency ?? '') && frenchForm.test(text)) return digitsOf(text, ',', currency)
  // Two points or more can only separate thousands.
  if (text.split('.').length > 2) return plain(text, undefined, [pointGroups])
  const [whole, decimals] = cutAt(text, '.')
  // `45.500` may be forty-five or forty-five thousand.
  if (decimals === undefined || /^\d{1,2}$/.test(decimals)) return plain(whole, decimals, groupings)
  // Some wallets write four decimals: `25000.0000`. A point behind four digits separates no thousands.
  const isLong = /^\d{4,}$/.test(whole) && /^\d\d00$/.test(decimals)
  return isLong ? plain(whole, decimals.slice(0, 2), groupings) : undefined
}

function cutAt(text: string, sign: string): [whole: string, decimals: string | undefined] {
  const at = text.lastIndexOf(sign)
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)]
}

function plain(whole: string, decimals: string | undefined, allowed: readonly RegExp[]): string | undefined {
  if (!allowed.some((form) => form.test(whole))) return undefined
  if (decimals !== undefined && !/^\d{0,5}$/.test(decimals)) return undefined
  const digits = whole.replaceAll(/\D/g, '')
  if (digits.length > MOST_DIGITS || /^0\d/.test(digits)) return undefined
  return decimals ? `${digits}.${decimals}` : digits
}
