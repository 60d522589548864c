import { billingPeriods, marketing, plans, prices, type BillingPeriod } from './catalogue.ts'

const planFigure = (plan: string, period: BillingPeriod) => `plan.${plan}.${period}`

const renewalFigure = (ending: string) => `renewal.${ending}`

interface Prices {
  from: { comFrom: number; hostingFrom: number }
  own: { cartDomain: number }
  /** By ending, those that are set. */
  renewals: Record<string, number>
  /** By plan id. */
  plans: Record<string, { monthlyPrice: number; yearlyPrice: number }>
}

/** Every amount that a public page shows, by name. */
export const pageFigures = ({ from, own, renewals, plans: priced }: Prices): Record<string, number> => ({
  'from.com': from.comFrom,
  'from.hosting': from.hostingFrom,
  domain: own.cartDomain,
  ...Object.fromEntries(Object.entries(renewals).map(([ending, price]) => [renewalFigure(ending), price])),
  ...Object.fromEntries(
    Object.entries(priced).flatMap(([plan, { monthlyPrice, yearlyPrice }]) =>
      billingPeriods.map((period) => [
        planFigure(plan, period),
        period === 'yearly' ? yearlyPrice : monthlyPrice,
      ]),
    ),
  ),
})

/** The amounts as the catalogue has them. Settings override single ones. */
export const catalogueFigures: Readonly<Record<string, number>> = pageFigures({
  from: marketing,
  own: prices,
  renewals: {},
  plans: Object.fromEntries(plans.map((plan) => [plan.id, plan])),
})

/** Reads amounts off a page's data: the setting where there is one, otherwise the catalogue. */
export function readFigures(page: { figures: Record<string, number> }) {
  const figure = (name: string) => page.figures[name] ?? catalogueFigures[name]
  return {
    comFrom: figure('from.com') ?? marketing.comFrom,
    hostingFrom: figure('from.hosting') ?? marketing.hostingFrom,
    domain: figure('domain') ?? prices.cartDomain,
    /** Undefined where it is on request. */
    renewal: (ending: string) => figure(renewalFigure(ending)),
    plan: (id: string, period: BillingPeriod) => figure(planFigure(id, period)),
  }
}
