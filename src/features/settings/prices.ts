import { exchange, type Rate } from '../../shared/money/exchange.ts'
import { decimalOf, type Money, moneyFromDecimal, readPrice } from '../../shared/money/money.ts'
import type { Offers } from '../../shared/pages.ts'
import { keysOf } from '../../shared/pick.ts'
import { defaultOffers, marketing } from '../catalogue/catalogue.ts'
import type { PaymentAccount, SettingKey, Settings } from './settings.ts'

/** The way from the value of a setting to one of its prices, as in the path of a refusal. */
type Path = readonly (string | number)[]
/** Gives the new price for one. */
type Change = (price: number, path: Path) => number

const orNull = (price: number | null, change: Change, path: Path) =>
  price === null ? null : change(price, path)

export type PriceKey = Extract<SettingKey, `catalogue.${string}`>

/** Every setting with prices in the shop's currency, and how all of its prices are changed. */
const priced: { [Key in PriceKey]: (value: Settings[Key], change: Change) => Settings[Key] } = {
  'catalogue.domains': (endings, change) =>
    endings.map((ending, at) => ({
      ...ending,
      price: orNull(ending.price, change, [at, 'price']),
      renewal: orNull(ending.renewal, change, [at, 'renewal']),
      ...(ending.transfer != null && { transfer: change(ending.transfer, [at, 'transfer']) }),
      ...(ending.restore != null && { restore: change(ending.restore, [at, 'restore']) }),
    })),
  'catalogue.plans': (plans, change) =>
    plans.map((plan, at) => ({
      ...plan,
      monthlyPrice: change(plan.monthlyPrice, [at, 'monthlyPrice']),
      yearlyPrice: change(plan.yearlyPrice, [at, 'yearlyPrice']),
    })),
  'catalogue.email': (price, change) => orNull(price, change, []),
  'catalogue.website': (price, change) => orNull(price, change, []),
  'catalogue.marketing': ({ comFrom, hostingFrom }, change) => ({
    comFrom: orNull(comFrom, change, ['comFrom']),
    hostingFrom: orNull(hostingFrom, change, ['hostingFrom']),
  }),
}

export const priceKeys = keysOf(priced)

/** Every setting that a change of the currency reads and writes. */
export const currencyKeys = ['shop.currency', 'payments.accounts', ...priceKeys] as const

const changePrices = <Key extends PriceKey>(key: Key, value: Settings[Key], change: Change) =>
  priced[key](value, change)

/** The way to the first price that the currency does not have, such as half a shilling. Undefined without one. */
export function invalidPrice(key: string, value: unknown, currency: string): Path | undefined {
  if (!Object.hasOwn(priced, key)) return undefined
  const invalid: Path[] = []
  changePrices(key as PriceKey, value as never, (price, path) => {
    if (!readPrice(price, currency)) invalid.push(path)
    return price
  })
  return invalid[0]
}

/** How the owner of the shop changes its currency. */
export interface CurrencyChange extends Rate {
  /** Prices become multiples of it, in units of the new currency. */
  step: number
}

/** A price before and after a change of the currency. */
export interface ConvertedPrice {
  key: PriceKey
  path: Path
  before: Money
  after: Money
}

/**
 * What a change of the currency does to the settings: every price converted and rounded to the nearest multiple of the
 * step, where a price above 0 never becomes 0, and the rates of the payment methods for the new currency. Gives the
 * values to save, and each price before and after.
 */
export function convertPrices(settings: Settings, { step, ...rate }: CurrencyChange) {
  const prices: ConvertedPrice[] = []
  const converted = priceKeys.map((key) => [
    key,
    changePrices(key, settings[key], (price, path) => {
      const before = moneyFromDecimal(price, settings['shop.currency'])
      const after = exchange(before, rate, { round: 'nearest', step })
      prices.push({ key, path, before, after })
      return decimalOf(after)
    }),
  ])
  const values = {
    ...(Object.fromEntries(converted) as Pick<Settings, PriceKey>),
    'shop.currency': rate.currency,
    'payments.accounts': settings['payments.accounts'].map((account) => convertAccount(account, rate)),
  }
  return { values, prices }
}

/** A method that has the new currency already is paid as it is; the rate of any other one is for the new currency. */
function convertAccount(account: PaymentAccount, { currency, rate }: Rate): PaymentAccount {
  if (!account.currency || !account.rate) return account
  return account.currency === currency
    ? { ...account, currency: null, rate: null }
    : { ...account, rate: Number((account.rate / rate).toPrecision(6)) }
}

type FromPrices = Offers['marketing']
type Sold = Pick<Offers, 'endings' | 'plans'>

/** Whether any price of a list differs from the defaults. */
function hasOwnPrices(sold: Sold): boolean {
  const pricesOf = ({ endings: names, plans: offered }: Sold) =>
    JSON.stringify([
      names.map(({ ending, price, renewal }) => [ending, price, renewal]),
      offered.map(({ name, monthlyPrice, yearlyPrice }) => [name, monthlyPrice, yearlyPrice]),
    ])
  return pricesOf(sold) !== pricesOf(defaultOffers)
}

/**
 * The "from" prices of the public pages. The owner's own stand, and the defaults as long as no price was changed.
 * Otherwise, and where the owner has left one empty, it is the lowest price of the list; null without one.
 */
export function fromPrices(entered: FromPrices, sold: Sold): FromPrices {
  const isOwn = hasOwnPrices(sold)
  const shown = (name: keyof FromPrices) =>
    entered[name] !== null && !(isOwn && entered[name] === marketing[name])
  const monthly = sold.plans.map(({ monthlyPrice }) => monthlyPrice)
  return {
    comFrom: shown('comFrom')
      ? entered.comFrom
      : (sold.endings.find(({ ending }) => ending === 'com')?.price ?? null),
    hostingFrom: shown('hostingFrom') ? entered.hostingFrom : monthly.length ? Math.min(...monthly) : null,
  }
}
