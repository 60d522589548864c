import type { Facts, FactValue } from '../products/facts.ts'
import type { Settings } from '../settings/settings.ts'

/** What the shop has set for all services of a product. */
export function shopFacts(settings: Settings, product: string): Facts {
  const set: Record<string, FactValue | null> =
    product === 'email'
      ? settings['services.email']
      : product === 'hosting'
        ? settings['services.hosting']
        : {}
  return Object.fromEntries(
    Object.entries(set).filter(
      (entry): entry is [string, FactValue] =>
        entry[1] !== null && !(Array.isArray(entry[1]) && entry[1].length === 0),
    ),
  )
}

/** The facts that the customer of a service reads: its own, then those of the shop. */
export const customerFacts = (settings: Settings, product: string, own: Facts): Facts => ({
  ...shopFacts(settings, product),
  ...own,
})
