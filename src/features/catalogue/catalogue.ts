import { type Money, moneyFromDecimal, SHOP_CURRENCY } from '../../shared/money.ts'

/**
 * What the shop sells, with the default prices. Settings may override `prices` and the plans' prices. Anything without
 * a price here is "price on request".
 * Prices are decimal numbers in the shop's currency, as in the settings. `planPrice` and `readPrices` convert them to
 * money.
 */

/** Promotional "from" prices of the public pages. They are never charged. */
export const marketing = { comFrom: 8.99, hostingFrom: 3.99 } as const

export const prices = {
  /** A domain in the cart, for the first year. */
  cartDomain: 10,
} as const

/** Endings that the public search checks, in this order. */
export const searchEndings = ['com', 'net', 'org', 'co', 'info', 'xyz'] as const

/** Endings that the customer area suggests besides .com, in this order. */
export const suggestedEndings = ['net', 'org', 'co', 'xyz', 'tech', 'app', 'info', 'africa'] as const

/** Appended to a name without a dot: `mama` gives `mamaonline.com` and `mamahub.com`. */
export const gluedEndings = ['online.com', 'hub.com'] as const

export const billingPeriods = ['monthly', 'yearly'] as const
export type BillingPeriod = (typeof billingPeriods)[number]

export interface Plan {
  id: string
  name: string
  monthlyPrice: number
  yearlyPrice: number
  disk: string
  bandwidth: string
  /** Keys of the plan's features. The screens have a text for each. */
  features: readonly PlanFeature[]
}

export type PlanFeature =
  | 'websites-1'
  | 'websites-10'
  | 'websites-unlimited'
  | 'free-ssl'
  | 'free-ssl-and-backup'
  | 'support-24-7'
  | 'support-priority'
  | 'support-dedicated'

export const plans: readonly Plan[] = [
  {
    id: 'basic',
    name: 'Basic',
    monthlyPrice: 5.99,
    yearlyPrice: 59.99,
    disk: '50 GB',
    bandwidth: '500 GB',
    features: ['websites-1', 'free-ssl', 'support-24-7'],
  },
  {
    id: 'business',
    name: 'Business',
    monthlyPrice: 12.99,
    yearlyPrice: 129.99,
    disk: '150 GB',
    bandwidth: 'unlimited',
    features: ['websites-10', 'free-ssl-and-backup', 'support-priority'],
  },
  {
    id: 'enterprise',
    name: 'Enterprise',
    monthlyPrice: 29.99,
    yearlyPrice: 299.99,
    disk: '500 GB',
    bandwidth: 'unlimited',
    features: ['websites-unlimited', 'free-ssl-and-backup', 'support-dedicated'],
  },
]

/** The default name of a custom plan. The customer can change it. */
export const CUSTOM_PLAN = 'Custom Plan'

const inShopCurrency = (decimal: number): Money => moneyFromDecimal(decimal, SHOP_CURRENCY)

/** The price of a plan for a month or a year. Undefined for a plan that is not sold. */
export function planPrice(
  name: string,
  period: BillingPeriod,
  from: readonly Plan[] = plans,
): Money | undefined {
  const plan = from.find((one) => one.name === name)
  return plan && inShopCurrency(period === 'yearly' ? plan.yearlyPrice : plan.monthlyPrice)
}

/** The endings that pages show and search, and the endings glued to names: from the settings, or the defaults. */
export const endingsOf = ({ lists }: { lists: Record<string, string[]> }) => ({
  searched: lists.endings ?? [...searchEndings],
  glued: lists.glued ?? [...gluedEndings],
})

interface PriceSettings {
  from: { comFrom: number; hostingFrom: number }
  own: { cartDomain: number }
  /** The prices that are set, by ending. */
  renewals: Record<string, number>
  /** By plan id. */
  plans: Record<string, { monthlyPrice: number; yearlyPrice: number }>
}

const planKey = (plan: string, period: BillingPeriod) => `plan.${plan}.${period}`
const renewalKey = (ending: string) => `renewal.${ending}`

/** Every price that a public page shows, by key. Decimal numbers, because they are serialized in the page's data. */
export const pagePrices = ({
  from,
  own,
  renewals,
  plans: priced,
}: PriceSettings): Record<string, number> => ({
  'from.com': from.comFrom,
  'from.hosting': from.hostingFrom,
  domain: own.cartDomain,
  ...Object.fromEntries(Object.entries(renewals).map(([ending, price]) => [renewalKey(ending), price])),
  ...Object.fromEntries(
    Object.entries(priced).flatMap(([plan, { monthlyPrice, yearlyPrice }]) =>
      billingPeriods.map((period) => [
        planKey(plan, period),
        period === 'yearly' ? yearlyPrice : monthlyPrice,
      ]),
    ),
  ),
})

const defaultPrices = pagePrices({
  from: marketing,
  own: prices,
  renewals: {},
  plans: Object.fromEntries(plans.map((plan) => [plan.id, plan])),
})

/** Reads prices from a page's data. A missing setting gives the default. */
export function readPrices(page: { figures: Record<string, number> }) {
  const price = (key: string): Money | undefined => {
    const decimal = page.figures[key] ?? defaultPrices[key]
    return decimal === undefined ? undefined : inShopCurrency(decimal)
  }
  return {
    comFrom: price('from.com')!,
    hostingFrom: price('from.hosting')!,
    domain: price('domain')!,
    /** Undefined for "price on request". */
    renewal: (ending: string) => price(renewalKey(ending)),
    plan: (id: string, period: BillingPeriod) => price(planKey(id, period)),
  }
}

/** The default payment methods. The settings may list others. */
export const paymentMethods = ['M-Pesa', 'TigoPesa', 'Airtel Money', 'Bank'] as const
