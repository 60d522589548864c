/** An amount of money in the currency's smallest unit (ISO 4217): cents for USD. Never a fraction. */
export interface Money {
  amount: number
  currency: string
}

/** The one currency that the shop sells in today. */
export const SHOP_CURRENCY = 'USD'

/** The largest amount that a column of numeric(12,2) can store, in the smallest unit. */
const MOST = 999_999_999_999

const formats = new Map<string, Intl.NumberFormat>()

function formatOf(currency: string, locale: string): Intl.NumberFormat {
  const key = `${locale} ${currency}`
  const format =
    formats.get(key) ??
    new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
  formats.set(key, format)
  return format
}

/** How many decimals a currency has by ISO 4217: 2 for USD, 0 for UGX. */
const decimalsOf = (currency: string) => formatOf(currency, 'en-US').resolvedOptions().maximumFractionDigits!

/** A decimal number of the API, or the text of a numeric column, as money. Rounds to the smallest unit. */
export const moneyFromDecimal = (decimal: number | string, currency: string): Money => ({
  amount: Math.round(Number(decimal) * 10 ** decimalsOf(currency)),
  currency,
})

/**
 * A decimal number that a person entered, as money. Undefined if it is negative, not finite, larger than the
 * database can store, or has a fraction of the smallest unit.
 */
export function readMoney(entered: number, currency: string): Money | undefined {
  const money = moneyFromDecimal(entered, currency)
  if (!Number.isFinite(entered) || entered < 0 || money.amount > MOST) return undefined
  // 19.99 * 100 is 1998.9999999999998, so the comparison goes back to the decimal number.
  return decimalOf(money) === entered ? money : undefined
}

/** Money as the decimal number of the API and of numeric columns. */
export const decimalOf = ({ amount, currency }: Money): number => amount / 10 ** decimalsOf(currency)

/** Money as a decimal text with all its decimals, such as `1234.50`, for fields, copying and the audit log. */
export const decimalTextOf = (money: Money): string => decimalOf(money).toFixed(decimalsOf(money.currency))

/** Money as every screen and mail shows it, in both languages: `$1,234.50`. */
export const formatMoney = (money: Money, locale = 'en-US'): string =>
  formatOf(money.currency, locale).format(decimalOf(money))

/** The sum of amounts in one currency. No amounts are 0 in the given currency. */
export const sumOf = (amounts: readonly Money[], currency: string): Money => ({
  amount: amounts.reduce((sum, { amount }) => sum + amount, 0),
  currency,
})

/** A decimal number of the API as every screen shows it. */
export const formatDecimal = (decimal: number, currency: string): string =>
  formatMoney(moneyFromDecimal(decimal, currency))
