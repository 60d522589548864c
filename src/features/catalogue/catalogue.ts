/**
 * What the shop sells and for how much: the one place where the product's own figures stand.
 * Amounts are US dollars. Settings may override `prices` and the plans' prices; a figure that is
 * not here is "price on request" and is never invented.
 */

/** Promotional "from" figures of the public pages. Nobody is ever charged one of these. */
export const marketing = { comFrom: 8.99, hostingFrom: 3.99 } as const

export const prices = {
  /** A domain in the cart, for the first year. */
  cartDomain: 10,
} as const

/** Endings that the public search looks up, in the order shown. */
export const searchEndings = ['com', 'net', 'org', 'co', 'info', 'xyz'] as const

/** Endings that the customer area suggests beside .com, in the order shown. */
export const suggestedEndings = ['net', 'org', 'co', 'xyz', 'tech', 'app', 'info', 'africa'] as const

/** Glued to a name without a dot between: `mama` gives `mamaonline.com` and `mamahub.com`. */
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
  /** Keys of what the plan includes; the screens turn them into sentences. */
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

/** The name that a custom hosting request starts with. */
export const CUSTOM_PLAN = 'Custom Plan'

/** What a year of a plan costs, or a month. `undefined` for a plan that is not sold. */
export function planPrice(name: string, period: BillingPeriod, from: readonly Plan[] = plans) {
  const plan = from.find((one) => one.name === name)
  return plan && (period === 'yearly' ? plan.yearlyPrice : plan.monthlyPrice)
}
