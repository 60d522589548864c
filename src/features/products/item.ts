import type { Money } from '../../shared/money.ts'
import { type BillingPeriod, billingPeriods, type readOffers } from '../catalogue/catalogue.ts'
import type { ProductName } from './products.ts'
import { readDomainName } from './domain-names.ts'
import { readAddress } from './email-addresses.ts'

/**
 * What a cart or an order contains. It is written as one text, which identifies it: a domain name, an e-mail address,
 * or a hosting plan with its period (`Business yearly`).
 */
export type Item =
  | { product: 'domain' | 'email'; name: string }
  | { product: 'hosting'; name: string; period: BillingPeriod }

/**
 * Reads the text of an item, as it was typed or stored. Undefined for any other text. A plan that is not sold is an item
 * without a price.
 */
export function readItem(text: string): Item | undefined {
  const [, plan, period] = /^(.{1,100}) (\w+)$/.exec(text.trim()) ?? []
  if (plan !== undefined) return isPeriod(period) ? { product: 'hosting', name: plan, period } : undefined
  const address = text.includes('@') && !text.includes('/') ? readAddress(text) : undefined
  if (address) return { product: 'email', name: address }
  const domain = readDomainName(text)
  return domain === undefined ? undefined : { product: 'domain', name: domain }
}

const isPeriod = (text: string | undefined): text is BillingPeriod =>
  billingPeriods.some((period) => period === text)

/** The text of an item. */
export const itemText = (item: Item) =>
  item.product === 'hosting' ? `${item.name} ${item.period}` : item.name

/** The text of an item as it is stored, from any text that means it. Undefined for any other text. */
export function normalItem(text: string): string | undefined {
  const item = readItem(text)
  return item && itemText(item)
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
