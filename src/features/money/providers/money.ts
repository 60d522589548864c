/** An amount of money in a text. */
export interface FoundMoney {
  /** A decimal number without separators: `50000.00`. */
  amount: string
  /** ISO 4217; null where the text does not name it. */
  currency: string | null
  isNegative: boolean
  /** Where it begins in the text. */
  at: number
}

/** How messages write the currencies of the region. */
const currencies: [RegExp, string][] = [
  [/^(?:tzs|tshs?)$/i, 'TZS'],
  [/^(?:kes|kshs?)$/i, 'KES'],
  [/^(?:ugx|ushs?)$/i, 'UGX'],
  [/^(?:rwf|frw)$/i, 'RWF'],
  [/^(?:bif|fbu)$/i, 'BIF'],
  [/^(?:usd|us\$|\$)$/i, 'USD'],
  [/^eur$/i, 'EUR'],
]

const CURRENCY = String.raw`(?<![A-Za-z])(?:TZS|TSHS?|KES|KSHS?|UGX|USHS?|RWF|FRW|BIF|FBU|USD|EUR)`
/**
 * Commas separate thousands and a point the fraction. `1.000,00` is no number: it may be a thousand or one. Neither is one
 * of more than ten digits, which no payment has.
 */
export const NUMBER = String.raw`(?:\d{1,3}(?:,\d{3}){1,3}|\d{1,10})(?:\.\d{1,2})?(?![\d]|[.,]\d)`

const money = new RegExp(
  String.raw`(${CURRENCY})\.?\s*(?:${CURRENCY}\s*)?(-?)\s*(${NUMBER})|(-?)(?<![\d.,])(${NUMBER})\s?(${CURRENCY})(?![a-z])`,
  'gi',
)

const codeOf = (written: string) => currencies.find(([pattern]) => pattern.test(written))?.[1] ?? null

/** A decimal number without its separators. */
export const plainNumber = (written: string) => written.replaceAll(',', '')

/** The amounts with a currency, in the order of the text. */
export const findMoney = (text: string): FoundMoney[] =>
  [...text.matchAll(money)].map(
    ({ 1: before, 2: minus, 3: number, 4: minusToo, 5: numberToo, 6: after, index }) => ({
      amount: plainNumber(number ?? numberToo ?? ''),
      currency: codeOf(before ?? after ?? ''),
      isNegative: Boolean(minus || minusToo),
      at: index,
    }),
  )
