import { decimalOf, type Money, moneyFromDecimal } from '../../../../../shared/money/money.ts'
import { type Checked, type EndingPrice, ProviderFailed } from '../driver.ts'
import { type Fields, fieldsOf, nameOf } from '../values.ts'

/** Availability, prices and balance, as the provider writes them. */

const currencies = new Set(Intl.supportedValuesOf('currency'))
/** Larger amounts are no prices and no balances. */
const MOST = 1_000_000_000
const MOST_YEARS = 10
const MOST_DAYS = 1_000

const amountIn = (price: unknown, currency: unknown): Money | undefined =>
  typeof price === 'number' &&
  Math.abs(price) < MOST &&
  typeof currency === 'string' &&
  currencies.has(currency)
    ? moneyFromDecimal(price, currency)
    : undefined

/** The amount in the currency of the account, or in that of the product where the answer has no other. */
function priceIn(value: unknown): Money | undefined {
  const prices = fieldsOf(value)
  const price = fieldsOf(prices?.['reseller']) ?? fieldsOf(prices?.['product'])
  const money = amountIn(price?.['price'], price?.['currency'])
  return money && money.amount >= 0 ? money : undefined
}

/** What a check says of each name. A name that it does not mention is unclear. */
export function checkedIn(data: unknown, names: readonly string[]): Checked[] {
  // The published description has known both.
  const list = Array.isArray(data) ? data : fieldsOf(data)?.['results']
  if (!Array.isArray(list)) throw new ProviderFailed('unclear', 'the answer has no list of names')
  const rows = list.map(fieldsOf).filter((row) => row !== undefined)
  return names.map((name) => {
    const row = rows.find((one) => nameOf(one['domain']) === name)
    const { status, is_premium } = row ?? {}
    if (status === 'active') return { name, state: 'taken' }
    if (status !== 'free') return { name, state: 'unclear' }
    const price = priceIn(row!['price'])
    return {
      name,
      state: 'available',
      ...(price && { price }),
      ...(typeof is_premium === 'boolean' && { is_premium }),
    }
  })
}

/** What an ending costs. Undefined for one that is not sold. */
export function endingPriceOf(row: Fields): EndingPrice | undefined {
  const { name, prices: listed, status } = row
  const prices = fieldsOf(listed)
  const first = priceIn(prices?.['create_price'])
  if (typeof name !== 'string' || !/^[a-z\d-]+(\.[a-z\d-]+)*$/.test(name) || name.length > 63)
    return undefined
  if (status !== 'ACT' || !first) return undefined
  const [least, most] = ['min_period', 'max_period'].map((field) => row[field])
  const years = Array.from({ length: MOST_YEARS }, (_, at) => at + 1).filter(
    (year) => year >= (Number(least) || 1) && year <= (Number(most) || 1),
  )
  // Nothing says how much of a price for several years is that of one.
  const isYear = years[0] === 1
  const amount = (field: string, isOffered: unknown = true) => {
    const money = priceIn(prices![field])
    const isListed = isYear && isOffered !== false && money?.currency === first.currency
    return isListed ? decimalOf(money) : null
  }
  const days = row['quarantine_period']
  return {
    ending: name,
    currency: first.currency,
    register: amount('create_price'),
    renew: amount('renew_price', row['renew_available']),
    transfer: amount('transfer_price', row['transfer_available']),
    restore: amount('restore_price'),
    years: years.length ? years : [1],
    grace_days: null,
    grace_fee: amount('soft_restore_price'),
    redemption_days:
      Number.isInteger(days) && Number(days) > 0 && Number(days) < MOST_DAYS ? Number(days) : null,
  }
}

/** The balance of the account, in its own currency. `currency` where the answer has none. */
export function balanceIn(data: unknown, currency: string): Money {
  const reseller = fieldsOf(data)
  const own = fieldsOf(reseller?.['settings'])?.['currency']
  const money = amountIn(reseller?.['balance'], own ?? currency)
  if (!money) throw new ProviderFailed('unclear', 'the answer has no balance')
  return money
}
