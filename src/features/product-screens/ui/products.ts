import { domainProduct } from '../../domains/ui/domain-product.ts'
import { emailProduct } from '../../emails/ui/email-product.ts'
import { hostingProduct } from '../../hosting/ui/hosting-product.ts'
import type { ProductName } from '../../products/products.ts'
import type { Product } from '../../requests/ui/product.ts'

/** Every product as the screens show it. Navigation, queues, overviews and the chat's inbox read it. */
export const products: Record<ProductName, Product> = {
  domain: domainProduct,
  email: emailProduct,
  hosting: hostingProduct,
}

/** All products, in the order of the navigation. */
export const productList = Object.values(products)

/** A product by a name that the server sent; undefined for one that this version does not know. */
export const findProduct = (name: unknown): Product | undefined =>
  productList.find((product) => product.name === name)
