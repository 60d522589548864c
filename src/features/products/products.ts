import { domain } from './domain.ts'
import { email } from './email.ts'
import { hosting } from './hosting.ts'

/** The products. A new one is a line here; the compiler then names every place that is still missing. */
export const products = { domain, email, hosting }

export type Products = typeof products
export type ProductName = keyof Products
export const productNames = Object.keys(products) as ProductName[]
