import { priceDecimalsOf } from '../../../shared/money/currencies.ts'
import { exchange } from '../../../shared/money/exchange.ts'
import { decimalOf, type Money, moneyFromDecimal, readPrice } from '../../../shared/money/money.ts'
import type { Settings } from '../settings.ts'
import { dayInZone, rateOn, splitGross, vatStep } from '../vat.ts'

/** What an ending costs at the registrar that serves it: decimal amounts of one year. Null: not offered, or not told. */
export interface ListedCost {
  ending: string
  currency: string
  register: number | null
  renew: number | null
}

export type PricedTerm = 'price' | 'renewal'

/** A price of the shop beside what it costs. */
export interface CostRow {
  ending: string
  /** The first year, or a further one. */
  term: PricedTerm
  cost: Money
  /** In the shop's currency. Null without a rate, as all that follows from it. */
  inShop: Money | null
  /** Whether the shop sells names of the ending. */
  isSold: boolean
  /** As listed. Null for "price on request". */
  price: Money | null
  /** The price without VAT, less the cost. */
  margin: Money | null
  /** The margin as a part of the price without VAT. */
  percent: number | null
  isBelow: boolean
}

type RateSettings = Pick<Settings, 'shop.currency' | 'payments.accounts' | 'costs.rates'>
type TaxSettings = Pick<Settings, 'invoices.prices' | 'invoices.vrn' | 'papers.vatRates' | 'shop.timeZone'>
type CostSettings = RateSettings & TaxSettings & Pick<Settings, 'catalogue.domains'>

/**
 * Units of the shop's currency for one unit of another: the rate of the costs, or else that of a method of payment. Null
 * where the shop has none.
 */
export function costRate(settings: RateSettings, currency: string): number | null {
  const { 'shop.currency': shop, 'payments.accounts': accounts, 'costs.rates': rates } = settings
  if (currency === shop) return 1
  const own = rates.find((rate) => rate.currency === currency && rate.shop_currency === shop)
  if (own) return own.rate
  const paid = accounts.find((account) => account.currency === currency)?.rate
  return paid ? Number((1 / paid).toPrecision(12)) : null
}

/** A cost in the shop's currency, with the rate of the moment. Null where the shop has none. */
export function costInShop(settings: RateSettings, cost: Money): Money | null {
  const rate = costRate(settings, cost.currency)
  return rate === null
    ? null
    : exchange(cost, { currency: settings['shop.currency'], rate }, { round: 'nearest' })
}

/** The VAT of a domain that the prices of the shop contain, in percent. 0 where they contain none. */
function vatInPrices(settings: TaxSettings, now: Date): number {
  const { 'invoices.prices': kind, 'invoices.vrn': vrn, 'papers.vatRates': rates } = settings
  if (kind === 'exclusive') return 0
  const day = dayInZone(now, settings['shop.timeZone'])
  return rateOn({ rates, isRegistered: Boolean(vrn), isExempt: false, day }, 'domain') ?? 0
}

/** The prices of the endings that a registrar serves, beside their costs. */
export function compareCosts(listed: readonly ListedCost[], settings: CostSettings, now: Date): CostRow[] {
  const { 'shop.currency': currency, 'catalogue.domains': endings } = settings
  const percent = vatInPrices(settings, now)
  const step = vatStep(settings['invoices.prices'], currency)
  return listed.flatMap((row) => {
    const sold = endings.find(({ ending }) => ending === row.ending)
    return [['price', row.register] as const, ['renewal', row.renew] as const]
      .flatMap(([term, amount]) =>
        amount === null ? [] : [{ term, cost: moneyFromDecimal(amount, row.currency) }],
      )
      .map(({ term, cost }): CostRow => {
        const inShop = costInShop(settings, cost)
        const listedPrice = sold?.[term] ?? null
        const price = listedPrice === null ? null : moneyFromDecimal(listedPrice, currency)
        const net = price && splitGross(price.amount, percent, step).net
        const margin = inShop && net !== null ? { amount: net - inShop.amount, currency } : null
        return {
          ending: row.ending,
          term,
          cost,
          inShop,
          isSold: sold !== undefined,
          price,
          margin,
          percent: margin && net ? Math.round((margin.amount / net) * 1000) / 10 : null,
          isBelow: margin !== null && margin.amount < 0,
        }
      })
  })
}

/** The step of proposed prices in the shop's currency. One of another currency does not count. */
export function stepOf({ 'costs.markup': markup, 'shop.currency': currency }: MarkupSettings): number {
  const { step, currency: of } = markup
  const isOfShop = step !== null && of === currency && readPrice(step, currency)?.amount
  return isOfShop ? step : 10 ** -priceDecimalsOf(currency)
}

type MarkupSettings = Pick<Settings, 'costs.markup' | 'shop.currency'>

/**
 * The price that the settings ask for a cost: with the margin on top, and the VAT that prices contain, rounded up to the
 * step. Null without a rate.
 */
export function proposedPrice(
  cost: Money,
  settings: RateSettings & TaxSettings & MarkupSettings,
  now: Date,
): Money | null {
  const rate = costRate(settings, cost.currency)
  if (!rate) return null
  const more = [settings['costs.markup'].percent, vatInPrices(settings, now)]
  return exchange(
    cost,
    { currency: settings['shop.currency'], rate },
    { round: 'up', step: stepOf(settings), more },
  )
}

/** The endings of the shop with new prices, for one settings change. */
export const withPrices = (
  endings: Settings['catalogue.domains'],
  prices: readonly { ending: string; term: PricedTerm; price: Money }[],
): Settings['catalogue.domains'] =>
  endings.map((one) => ({
    ...one,
    ...Object.fromEntries(
      prices.filter(({ ending }) => ending === one.ending).map(({ term, price }) => [term, decimalOf(price)]),
    ),
  }))
