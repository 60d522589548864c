import { type Money, moneyFromDecimal } from '../../../../shared/money/money.ts'
import { endingOf, readOffers } from '../../../catalogue/catalogue.ts'
import { readHostingName } from '../../../products/names/hosting-name.ts'
import type { Settings } from '../../../settings/settings.ts'
import { shopOf } from '../../../settings/shop.ts'
import type { Registry } from '../requests.tables.ts'

/** The days after an instant renewal by which it is to be paid. */
export const RENEWAL_DUE_DAYS = 14

interface Renewed {
  kind: string
  name: string
  details: Record<string, unknown>
  registry: Pick<Registry, 'status'>
}

/**
 * The price of a service's next period: the ending's renewal, with what it costs to bring a domain back that is in
 * redemption; the e-mail price; or the price of the plan. Null where the shop has set none, and for a custom plan.
 */
export function renewalPriceOf(service: Renewed, settings: Settings, now: Date): Money | null {
  const offers = readOffers(shopOf(settings, now))
  const { is_manual, billing_period: period } = service.details
  const price =
    service.kind === 'domain'
      ? offers.renewal(service.name)
      : service.kind === 'email'
        ? offers.email
        : !is_manual && (period === 'monthly' || period === 'yearly')
          ? offers.plan(readHostingName(service.name).plan, period)
          : undefined
  if (!price?.amount) return null
  const restore = restorePriceOf(service, settings, now)
  return restore ? { ...price, amount: price.amount + restore.amount } : price
}

/** The part of a renewal's price that brings a domain back. Null where it is not in redemption, or the shop has set none. */
export function restorePriceOf(
  { kind, name, registry }: Renewed,
  settings: Settings,
  now: Date,
): Money | null {
  if (kind !== 'domain' || registry.status !== 'redemption') return null
  const { endings, currency } = shopOf(settings, now).offers
  const price = endings.find(({ ending }) => ending === endingOf(name))?.restore
  return price ? moneyFromDecimal(price, currency) : null
}
