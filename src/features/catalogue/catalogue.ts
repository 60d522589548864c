import { DEFAULT_CURRENCY } from '../../shared/money/currencies.ts'
import { type Money, moneyFromDecimal } from '../../shared/money/money.ts'
import type { Ending, Offers, Plan } from '../../shared/pages.ts'

/**
 * What the shop sells, with the default prices. The settings may replace the endings and the prices. Anything without a
 * price is "price on request".
 * Prices are decimal numbers in the shop's currency, as in the settings. The functions below convert them to money.
 */

/** Promotional "from" prices of the public pages. They are never charged. */
export const marketing = { comFrom: 8.99, hostingFrom: 3.99 } as const

export const prices = {
  /** A domain in the cart, for the first year. */
  cartDomain: 10,
} as const

/** Endings that the public search checks, in this order. */
export const searchEndings = ['com', 'net', 'org', 'co', 'info', 'xyz'] as const

/** Endings of the region that are sold besides. */
const localEndings = ['co.tz', 'tz', 'co.ke', 'africa'] as const

/** Endings that the customer area suggests besides .com, in this order. */
export const suggestedEndings = ['net', 'org', 'co', 'xyz', 'tech', 'app', 'info', 'africa'] as const

/** Appended to a name without a dot: `mama` gives `mamaonline.com` and `mamahub.com`. */
export const gluedEndings = ['online.com', 'hub.com'] as const

export const billingPeriods = ['monthly', 'yearly'] as const
export type BillingPeriod = (typeof billingPeriods)[number]
export const periodMonths: Record<BillingPeriod, number> = { monthly: 1, yearly: 12 }

/** The default plans. */
export const plans: readonly Plan[] = [
  {
    id: 'basic',
    name: 'Basic',
    monthlyPrice: 5.99,
    yearlyPrice: 59.99,
    disk: '50 GB',
    bandwidth: '500 GB',
    features: ['websites-1', 'free-ssl', 'support-24-7'],
    recommended: false,
  },
  {
    id: 'business',
    name: 'Business',
    monthlyPrice: 12.99,
    yearlyPrice: 129.99,
    disk: '150 GB',
    bandwidth: 'unlimited',
    features: ['websites-10', 'free-ssl-and-backup', 'support-priority'],
    recommended: true,
  },
  {
    id: 'enterprise',
    name: 'Enterprise',
    monthlyPrice: 29.99,
    yearlyPrice: 299.99,
    disk: '500 GB',
    bandwidth: 'unlimited',
    features: ['websites-unlimited', 'free-ssl-and-backup', 'support-dedicated'],
    recommended: false,
  },
]

/** The default name of a custom plan. The customer can change it. */
export const CUSTOM_PLAN = 'Custom Plan'

/** The price of a plan for a month or a year. Undefined for a plan that is not sold. */
export function planPrice(
  name: string,
  period: BillingPeriod,
  { plans: sold, currency }: Pick<Offers, 'plans' | 'currency'>,
): Money | undefined {
  const plan = sold.find((one) => one.name === name)
  return plan && moneyFromDecimal(period === 'yearly' ? plan.yearlyPrice : plan.monthlyPrice, currency)
}

/** The endings that are sold by default. The local ones have no price until the shop enters one. */
export const endings: Ending[] = [
  ...searchEndings.map((ending) => ({ ...unpriced(ending), price: prices.cartDomain, searched: true })),
  ...localEndings.map(unpriced),
]

function unpriced(ending: string): Ending {
  return {
    ending,
    price: null,
    renewal: null,
    transfer: null,
    restore: null,
    years: 1,
    needs: '',
    searched: false,
    shown: true,
  }
}

/** What a shop offers until its owner changes something. */
export const defaultOffers: Offers = {
  currency: DEFAULT_CURRENCY,
  endings,
  glued: [...gluedEndings],
  marketing,
  email: null,
  website: null,
  plans: [...plans],
}

/** The ending of a domain name: `co.tz` of `soko.co.tz`. */
export const endingOf = (name: string) => name.slice(name.indexOf('.') + 1)

const optionalMoney = (decimal: number | null | undefined, currency: string): Money | undefined =>
  decimal === null || decimal === undefined ? undefined : moneyFromDecimal(decimal, currency)

/** The price of a domain for a first term of so many years. Undefined for "price on request". */
function domainPrice(name: string, years: number, { endings: from, currency }: Offers): Money | undefined {
  const sold = from.find(({ ending }) => ending === endingOf(name))
  const first = optionalMoney(sold?.price, currency)
  if (!sold || !first || years === 1) return first
  const further = optionalMoney(sold.renewal, currency)
  if (!further || years > sold.years) return undefined
  return { ...first, amount: first.amount + (years - 1) * further.amount }
}

/**
 * The price of moving a name here, with its further year. Undefined for "price on request". Apart from `readOffers`, which
 * every page loads.
 */
export function transferPrice(
  name: string,
  { endings: from, currency }: Pick<Offers, 'endings' | 'currency'>,
): Money | undefined {
  const sold = from.find(({ ending }) => ending === endingOf(name))
  return optionalMoney(sold?.transfer ?? sold?.renewal, currency)
}

/** A plan as the screens show it. */
export type ShownPlan = ReturnType<typeof readOffers>['plans'][number]

/** What a page's data says about the shop's offers; the defaults where it says nothing. Prices as money. */
export function readOffers(page: { offers: Offers | null }) {
  const offers = page.offers ?? defaultOffers
  const { currency, endings: all, glued, marketing: from, email, website, plans: sold } = offers
  const inCurrency = (decimal: number) => moneyFromDecimal(decimal, currency)
  return {
    /** Of every price (ISO 4217). */
    currency,
    /** The endings that the public search checks. */
    searched: all.filter(({ searched }) => searched).map(({ ending }) => ending),
    /** The endings that the public pages list, with their prices. */
    shown: all
      .filter(({ shown }) => shown)
      .map((one) => ({
        ...one,
        price: optionalMoney(one.price, currency),
        renewal: optionalMoney(one.renewal, currency),
      })),
    /** All endings that are sold. */
    endings: all.map(({ ending }) => ending),
    glued,
    comFrom: optionalMoney(from.comFrom, currency),
    hostingFrom: optionalMoney(from.hostingFrom, currency),
    domain: (name: string, years: number = 1) => domainPrice(name, years, offers),
    /** The price of a further year of a domain. */
    renewal: (name: string) =>
      optionalMoney(all.find(({ ending }) => ending === endingOf(name))?.renewal, currency),
    /** The longest first term of a domain in years. More than one needs a price for the further ones. */
    yearsOf(name: string): number {
      const sold = all.find(({ ending }) => ending === endingOf(name))
      return sold?.price != null && sold.renewal !== null ? sold.years : 1
    },
    /** What a registration of the domain needs, such as documents. Empty for nothing. */
    needs: (name: string) => all.find(({ ending }) => ending === endingOf(name))?.needs ?? '',
    email: optionalMoney(email, currency),
    website: optionalMoney(website, currency),
    plans: sold.map(({ monthlyPrice, yearlyPrice, ...plan }) => ({
      ...plan,
      price: { monthly: inCurrency(monthlyPrice), yearly: inCurrency(yearlyPrice) },
    })),
    plan: (name: string, period: BillingPeriod) => planPrice(name, period, offers),
  }
}

/** The default payment methods. The settings may list others. */
export const paymentMethods = ['M-Pesa', 'TigoPesa', 'Airtel Money', 'Bank'] as const
