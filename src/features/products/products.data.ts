import { productNames as names, products, type ProductName, type Products } from './products.ts'

type Facts = {
  [Name in ProductName]: Pick<Products[Name], 'path' | 'screens' | 'stages' | 'takesSuggestions'> & {
    service: Pick<Products[Name]['service'], 'path' | 'pageBy'>
  }
}

/** The facts of the products for the screens, without the rules and schemas that only the server needs. */
export const productFacts = Object.fromEntries(
  names.map((name) => {
    const { path, screens, stages, takesSuggestions, service } = products[name]
    const { pageBy } = service
    return [name, { path, screens, stages, takesSuggestions, service: { path: service.path, pageBy } }]
  }),
) as Facts

export const productNames = names
