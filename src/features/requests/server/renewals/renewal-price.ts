import type { Money } from '../../../../shared/money/money.ts'
import { readOffers } from '../../../catalogue/catalogue.ts'
import { readHostingName } from '../../../products/names/hosting-name.ts'
import type { Settings } from '../../../settings/settings.ts'
import { shopOf } from '../../../settings/shop.ts'

/** The days after an instant renewal by which it is to be paid. */
export const RENEWAL_DUE_DAYS = 14

/**
 * The price of a service's next period: the ending's renewal, the e-mail price, or the price of the plan. Null where the
 * shop has set none, and for a custom plan.
 */
export function renewalPriceOf(
  service: { kind: string; name: string; details: Record<string, unknown> },
  settings: Settings,
  now: Date,
): Money | null {
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
  return price && price.amount > 0 ? price : null
}
