import { moneyFromDecimal, type Money } from '../../../../../shared/money/money.ts'
import { type Checked, type EndingPrice, ProviderFailed } from '../driver.ts'
import { isRecord, nameIn } from './answers.ts'
import { asciiName, decimalIn, flagOf, isSameName } from './values.ts'

/** Prices, balance and availability, as the add-on writes them. */

/**
 * The rows of `/tlds/pricing`. An ending that is listed in several currencies has the row of the account's.
 * @throws ProviderFailed for what is no such list
 */
export function pricesIn(data: unknown, currency: string): EndingPrice[] {
  if (!Array.isArray(data)) throw new ProviderFailed('unclear', 'the answer is no list of prices')
  const rows = new Map<string, EndingPrice>()
  for (const one of data) {
    const row = priceIn(one, currency)
    if (row && (!rows.has(row.ending) || row.currency === currency)) rows.set(row.ending, row)
  }
  if (data.length && !rows.size) throw new ProviderFailed('unclear', 'no row of the price list can be read')
  return [...rows.values()]
}

function priceIn(row: unknown, currency: string): EndingPrice | undefined {
  if (!isRecord(row) || typeof row['tld'] !== 'string') return undefined
  const ending = asciiName(row['tld'].trim().replace(/^\./, ''))
  const code = row['currencyCode'] ?? ''
  const listed = code === '' ? currency : currencyIn(code)
  if (!isEnding(ending) || !listed || !currencies.has(listed)) return undefined
  const years = Array.isArray(row['years']) ? row['years'].map(Number).filter(isYears) : []
  return {
    ending,
    currency: listed,
    register: offered(row['registrationPrice']),
    renew: offered(row['renewalPrice']),
    transfer: offered(row['transferPrice']),
    restore: offered(row['redemptionFee']),
    years: years.length ? [...new Set(years)].sort((one, other) => one - other) : [1],
    grace_days: days(row['graceDays']),
    grace_fee: offered(row['graceFee']),
    redemption_days: days(row['redemptionDays']),
  }
}

const isEnding = (text: string) => text.length <= 63 && /^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(text)

const currencies = new Set(Intl.supportedValuesOf('currency'))

/** Larger amounts are no prices, and more days no grace. */
const MOST = 1_000_000_000
const MOST_DAYS = 1000

const isYears = (years: number) => Number.isInteger(years) && years >= 1 && years <= 10

/** A number. Null for -1, which is what the add-on writes for none. */
function offered(value: unknown): number | null {
  const number = Number(decimalIn(value) ?? -1)
  return number < 0 || number > MOST ? null : number
}

function days(value: unknown): number | null {
  const number = offered(value)
  return number !== null && Number.isInteger(number) && number <= MOST_DAYS ? number : null
}

const currencyIn = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[a-z]{3}$/i.test(value.trim()) ? value.trim().toUpperCase() : undefined

/** The answer of `/billing/credits`: a number, a text such as `150.50` or `150.50 USD`, or an object with one of them. */
export function balanceIn(data: unknown, currency: string): Money {
  const record = isRecord(data) ? data : undefined
  const value = record
    ? ['credits', 'credit', 'balance', 'amount'].map((key) => record[key]).find((one) => one !== undefined)
    : data
  const [, before, text, after] =
    typeof value === 'string' ? (/^([a-z]{3})?\s*(-?[\d.,]+)\s*([a-z]{3})?$/i.exec(value.trim()) ?? []) : []
  const decimal = decimalIn(text ?? value)
  if (decimal === undefined) throw new ProviderFailed('unclear', 'the answer is no balance')
  const code = record?.['currencyCode'] ?? record?.['currency'] ?? before ?? after
  return moneyFromDecimal(decimal, currencyIn(code) ?? currency)
}

/** What `/domains/lookup` says of each name. A name that it does not mention is unclear. */
export function checkedIn(data: unknown, names: readonly string[], currency: string): Checked[] {
  const single = names.length === 1 && isRecord(data) ? [data] : []
  const rows = (Array.isArray(data) ? data : single).filter(isRecord)
  return names.map((name) => {
    const row =
      rows.find((one) => isSameName(nameIn(one) ?? '', name)) ??
      single.find((one) => nameIn(one) === undefined)
    return row ? checkedOf(row, name, currency) : { name, state: 'unclear' }
  })
}

function checkedOf(row: Record<string, unknown>, name: string, currency: string): Checked {
  const isAvailable = flagOf(row['isAvailable'] ?? row['available'])
  const isRegistered = flagOf(row['isRegistered'])
  const isPremium = flagOf(row['isPremium'])
  const words = [row['status'], row['legacyStatus']].filter((one) => typeof one === 'string').join(' ')
  const isUnsure = /unknown|error|invalid|not supported/i.test(words)
  const state =
    isAvailable === isRegistered || isUnsure
      ? 'unclear'
      : isAvailable
        ? 'available'
        : isRegistered || isAvailable === false
          ? 'taken'
          : 'unclear'
  const pricing = row['pricing']
  const year = isRecord(pricing) ? pricing['1'] : undefined
  const price = decimalIn(isRecord(year) ? year['register'] : undefined)
  return {
    name,
    state,
    ...(price !== undefined && Number(price) >= 0 && { price: moneyFromDecimal(price, currency) }),
    ...(isPremium !== undefined && { is_premium: isPremium }),
  }
}
