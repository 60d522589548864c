import { domainProduct } from '../../domains/ui/domain-product.ts'
import { emailProduct } from '../../emails/ui/email-product.ts'
import { hostingProduct } from '../../hosting/ui/hosting-product.ts'
import type { ProductName } from '../../products/products.ts'
import type { Product } from '../../requests/ui/product.ts'

/** Every product's description for the screens: navigation, queues, overviews and the chat's inbox. */
export const products: Record<ProductName, Product> = {
  domain: domainProduct,
  email: emailProduct,
  hosting: hostingProduct,
}

/** All products, in the order of the navigation. */
export const productList = Object.values(products)

/** A product by a name from the server. Undefined for a name that this version of the client does not know. */
export const findProduct = (name: unknown): Product | undefined =>
  productList.find((product) => product.name === name)
