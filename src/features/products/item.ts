import type { Money } from '../../shared/money/money.ts'
import { type BillingPeriod, billingPeriods, periodMonths, type readOffers } from '../catalogue/catalogue.ts'
import type { ProductName } from './products.ts'
import { hostingName, readHostingName } from './names/hosting-name.ts'
import { isDomainName, isEmailAddress } from './names/syntax.ts'

/**
 * What a cart or an order contains. It is written as one text, which identifies it: a domain name, an e-mail address,
 * or a hosting plan with its period (`Business yearly`), and with its website where that is known
 * (`Business · nyuzi.co.tz yearly`).
 */
export type Item =
  | { product: 'domain' | 'email'; name: string }
  | { product: 'hosting'; name: string; website: string | null; period: BillingPeriod }

/**
 * Reads the text of an item as it is stored. Undefined for any other text. A plan that is not sold is an item without a
 * price. `typed-items.ts` reads what people type.
 */
export function readItem(text: string): Item | undefined {
  const [, plan, period] = /^(.{1,360}) (\w+)$/.exec(text) ?? []
  if (plan !== undefined) {
    const { plan: name, website } = readHostingName(plan)
    return isPeriod(period) && name.length <= 100 ? { product: 'hosting', name, website, period } : undefined
  }
  if (isEmailAddress(text)) return { product: 'email', name: text }
  return isDomainName(text) ? { product: 'domain', name: text } : undefined
}

const isPeriod = (text: string | undefined): text is BillingPeriod =>
  billingPeriods.some((period) => period === text)

/** The text of an item. */
export const itemText = (item: Item) =>
  item.product === 'hosting' ? `${hostingName(item.name, item.website)} ${item.period}` : item.name

/** The term of an item in months. @param years of a domain's first term */
export function monthsOfItem(text: string, years = 1): number {
  const item = readItem(text)
  return item?.product === 'hosting' ? periodMonths[item.period] : years * periodMonths.yearly
}

/** The product of a stored item. */
export const productOf = (text: string): ProductName => readItem(text)?.product ?? 'domain'

/**
 * The price of an item at the shop's present prices. Undefined for "price on request", and for more years than are
 * offered.
 * @param years of a domain's first term
 */
export function itemPrice(
  text: string,
  offers: ReturnType<typeof readOffers>,
  years: number = 1,
): Money | undefined {
  const item = readItem(text)
  if (!item) return undefined
  if (item.product === 'domain') return offers.domain(item.name, years)
  if (years !== 1) return undefined
  if (item.product !== 'hosting') return offers.email
  return offers.plan(item.name, item.period)
}
