import { productNames as names, products, type ProductName, type Products } from './products.ts'

type Facts = {
  [Name in ProductName]: Pick<Products[Name], 'path' | 'screens' | 'stages' | 'takesSuggestions'> & {
    service: Pick<Products[Name]['service'], 'path' | 'pageBy' | 'facts' | 'needs' | 'secrets'>
  }
}

/** The facts of the products for the screens, without the rules and schemas that only the server needs. */
export const productFacts = Object.fromEntries(
  names.map((name) => {
    const { path, screens, stages, takesSuggestions, service } = products[name]
    const { pageBy, facts, needs, secrets } = service
    const shown = { path: service.path, pageBy, facts, needs, secrets }
    return [name, { path, screens, stages, takesSuggestions, service: shown }]
  }),
) as Facts

export const productNames = names
