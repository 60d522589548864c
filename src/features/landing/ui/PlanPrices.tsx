import { Check } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { formatMoney } from '../../../shared/money.ts'
import { buttonClasses } from '../../../kit/Button.tsx'
import { Card } from '../../../kit/Card.tsx'
import { segmentClasses } from '../../../kit/form/SegmentedControl.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { plans, type Plan, readPrices } from '../../catalogue/catalogue.ts'
import { planTexts } from '../../catalogue/ui/plan-texts.ts'

/** The hosting plans, monthly or yearly. The choice is CSS: the section looks which of its two buttons is set. */
export function PlanPrices() {
  return (
    <section aria-labelledby="plans" className="group/plans">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 id="plans" className="text-2xl font-black">
          {m.pricing_hosting()}
        </h2>
        <fieldset className="inline-flex rounded-control border border-edge bg-card p-1">
          <legend className="sr-only">{m.pricing_period()}</legend>
          <label className={segmentClasses}>
            <input type="radio" name="period" value="monthly" defaultChecked className="sr-only" />
            {m.pricing_monthly()}
          </label>
          <label className={segmentClasses}>
            <input type="radio" name="period" value="yearly" className="sr-only" />
            {m.pricing_yearly()}{' '}
            <b className="rounded-full bg-saffron px-2 text-on-saffron">{m.pricing_save()}</b>
          </label>
        </fieldset>
      </div>
      <div className="mt-6 grid gap-4 md:grid-cols-3">
        {plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} />
        ))}
      </div>
    </section>
  )
}

function PlanCard({ plan }: { plan: Plan }) {
  const prices = readPrices(usePageData())
  const price = (period: 'monthly' | 'yearly') => formatMoney(prices.plan(plan.id, period)!)
  return (
    <Card className="flex flex-col">
      <h3 className="text-xl font-bold">{plan.name}</h3>
      <p className="mt-2 group-has-[[value=yearly]:checked]/plans:hidden">
        <b className="text-3xl font-black tracking-tighter">{price('monthly')}</b> {m.pricing_a_month()}
      </p>
      <p className="mt-2 hidden group-has-[[value=yearly]:checked]/plans:block">
        <b className="text-3xl font-black tracking-tighter">{price('yearly')}</b> {m.pricing_a_year()}
      </p>
      <ul className="mt-4 mb-6 flex flex-col gap-2">
        {planTexts(plan).map((text) => (
          <li key={text} className="flex gap-2">
            <Check aria-hidden className="mt-1 size-4 shrink-0 text-primary" />
            {text}
          </li>
        ))}
      </ul>
      <a href="/signup" className={buttonClasses('secondary', 'medium', 'mt-auto')}>
        {m.pricing_choose({ plan: plan.name })}
      </a>
    </Card>
  )
}
