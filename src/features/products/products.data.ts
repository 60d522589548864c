import { productNames as names, products, type ProductName, type Products } from './products.ts'

type Facts = {
  [Name in ProductName]: Pick<Products[Name], 'path' | 'screens' | 'stages' | 'takesSuggestions'> & {
    record: Pick<Products[Name]['record'], 'path' | 'pageBy' | 'facts' | 'secrets'>
  }
}

/** The facts of the products for the screens, without the rules and schemas that only the server needs. */
export const productFacts = Object.fromEntries(
  names.map((name) => {
    const { path, screens, stages, takesSuggestions, record } = products[name]
    const { pageBy, facts, secrets } = record
    return [
      name,
      { path, screens, stages, takesSuggestions, record: { path: record.path, pageBy, facts, secrets } },
    ]
  }),
) as Facts

export const productNames = names
