import { keysOf } from '../../shared/pick.ts'
import { domain } from './domain.ts'
import { email } from './email.ts'
import { hosting } from './hosting.ts'

/** The products. A new one is one line here; the compiler then lists the tables that need its texts and screens. */
export const products = { domain, email, hosting }

export type Products = typeof products
export type ProductName = keyof Products
export const productNames = keysOf(products)

/** Makes a value for each product, by the product's name. */
export const perProduct = <Value>(make: (name: ProductName) => Value) =>
  Object.fromEntries(productNames.map((name) => [name, make(name)])) as Record<ProductName, Value>

/** The term of a product's sale in months, by its details. Null without an end, and for what is no product. */
export function monthsOf(kind: string, details: Record<string, unknown> | null): number | null {
  const name = productNames.find((one) => one === kind)
  return name ? products[name].service.months(details ?? {}) : null
}

/** Whether the periods of a product keep the day of the month on which the first one began (readings 48). */
export const keepsDayOf = (kind: string): boolean => {
  const name = productNames.find((one) => one === kind)
  return name !== undefined && products[name].service.keepsDay
}

/** The names of all facts and of all secrets. */
export type FactName = { [Name in ProductName]: keyof Products[Name]['service']['facts'] }[ProductName]
export type SecretName = Products[ProductName]['service']['secrets'][number]
