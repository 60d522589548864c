import { currencySign, decimalsOf, priceDecimalsOf } from './currencies.ts'

/** An amount of money in the currency's smallest unit (ISO 4217): cents for USD and TZS. Never a fraction. */
export interface Money {
  amount: number
  currency: string
}

/** Amounts of this size and above are refused, in whole units. The columns are numeric(15,3). */
const MOST = 10_000_000_000

const formats = new Map<string, (decimal: number) => string>()

function formatOf(currency: string, decimals: number): (decimal: number) => string {
  const key = `${currency} ${decimals}`
  const known = formats.get(key)
  if (known) return known
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const { format } = new Intl.NumberFormat('en-US', { style: 'currency', currency, ...digits })
  const sign = currencySign(currency)
  // `Intl` writes the code where English has no sign for a currency.
  const written = (decimal: number) => format(decimal).replace(currency, sign)
  formats.set(key, written)
  return written
}

/** The decimals with which an amount is written: none for whole shillings, those of ISO 4217 for all else. */
function shownDecimals({ amount, currency }: Money): number {
  const [decimals, ofPrices] = [decimalsOf(currency), priceDecimalsOf(currency)]
  return amount % 10 ** (decimals - ofPrices) === 0 ? ofPrices : decimals
}

/** A decimal number of the API, or the text of a numeric column, as money. Rounds to the smallest unit. */
export const moneyFromDecimal = (decimal: number | string, currency: string): Money => ({
  amount: Math.round(Number(decimal) * 10 ** decimalsOf(currency)),
  currency,
})

/**
 * A decimal number that a person entered, as money. Undefined if it is negative, not finite, ten thousand million or
 * more, or has a fraction of the smallest unit.
 */
export function readMoney(entered: number, currency: string): Money | undefined {
  if (!Number.isFinite(entered) || entered < 0 || entered >= MOST) return undefined
  const money = moneyFromDecimal(entered, currency)
  // 19.99 * 100 is 1998.9999999999998, so the comparison goes back to the decimal number.
  return decimalOf(money) === entered ? money : undefined
}

/** As `readMoney`, for a price: half a shilling is undefined too. */
export function readPrice(entered: number, currency: string): Money | undefined {
  const money = readMoney(entered, currency)
  return money && shownDecimals(money) === priceDecimalsOf(currency) ? money : undefined
}

/**
 * As `readPrice`, for an amount that is paid or paid back. A fraction of a shilling is taken only as a part of `whole`,
 * when all of that is entered: it may come from an exchange.
 */
export function readPayment(entered: number, currency: string, whole?: Money): Money | undefined {
  const isWhole = whole?.currency === currency && decimalOf(whole) === entered
  return isWhole ? whole : readPrice(entered, currency)
}

/** Money as the decimal number of the API and of numeric columns. */
export const decimalOf = ({ amount, currency }: Money): number => amount / 10 ** decimalsOf(currency)

/** Money as a decimal text, such as `1234.50` or `32500` for shillings, for fields, copying and the audit log. */
export const decimalTextOf = (money: Money): string => decimalOf(money).toFixed(shownDecimals(money))

/** Money as every screen and mail shows it, in both languages: `$1,234.50`, `TSh 32,500`. */
export const formatMoney = (money: Money): string =>
  formatOf(money.currency, shownDecimals(money))(decimalOf(money))

/** The sum of amounts in one currency. No amounts are 0 in it. Throws if one of them is in another. */
export function sumOf(amounts: readonly Money[], currency: string): Money {
  const other = amounts.find((one) => one.currency !== currency)
  if (other) throw new Error(`An amount in ${other.currency} can't be added to a sum in ${currency}.`)
  return { amount: amounts.reduce((sum, { amount }) => sum + amount, 0), currency }
}

/** The sum of decimal numbers of the API in each currency, as every screen shows it. */
export const sumsByCurrency = (amounts: readonly { amount: number; currency: string }[]): string[] =>
  [...new Set(amounts.map(({ currency }) => currency))].map((currency) => {
    const own = amounts.filter((one) => one.currency === currency)
    return formatMoney(
      sumOf(
        own.map(({ amount }) => moneyFromDecimal(amount, currency)),
        currency,
      ),
    )
  })

/** A decimal number of the API as every screen shows it. */
export const formatDecimal = (decimal: number, currency: string): string =>
  formatMoney(moneyFromDecimal(decimal, currency))
