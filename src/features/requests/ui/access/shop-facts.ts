import { useQuery } from '@tanstack/react-query'
import type { Facts } from '../../../products/facts.ts'
import type { ProductName } from '../../../products/products.ts'
import type { SectionId } from '../../../settings/fields.ts'
import { shopFacts } from '../../service-facts.ts'
import { settingsApi } from '../../../settings/ui/settings.api.ts'

/** The section of the settings with the facts for all services of a product. */
export const detailsSection: Partial<Record<ProductName, SectionId>> = {
  email: 'mailboxes',
  hosting: 'servers',
}

/** What the shop has set for all services of a product. Undefined until it is known. */
export function useShopFacts(product: ProductName): Facts | undefined {
  const enabled = detailsSection[product] !== undefined
  const { data } = useQuery({ ...settingsApi.show.queryOptions(), enabled })
  if (!enabled) return {}
  return data && shopFacts(data.values, product)
}
