import { perProduct, products, type ProductName, type Products } from '../products/products.ts'

type Access = {
  [Name in ProductName]: Pick<Products[Name]['service'], 'facts' | 'secrets' | 'needs'>
}

/** What is handed over with a service of each product, for the screens that show or enter it. */
export const productAccess = perProduct((name) => {
  const { facts, secrets, needs } = products[name].service
  return { facts, secrets, needs }
}) as Access
