import type { FactKind } from '../../products/facts.ts'
import { type FactName, products } from '../../products/products.ts'

interface Sold {
  facts: Readonly<Record<string, FactKind>>
  shopFacts: readonly string[]
}

const shopFactsOf = ({ facts, shopFacts }: Sold) =>
  shopFacts.map((name): [FactName, FactKind] => [name as FactName, facts[name]!])

/** The facts that the shop sets for all services of a product, with their kinds. In the browser without the products. */
export const shopFacts = {
  email: shopFactsOf(products.email.service),
  hosting: shopFactsOf(products.hosting.service),
}
