import { useId, useState } from 'react'
import { Check } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { SegmentedControl } from '../../../kit/form/SegmentedControl.tsx'
import { type BillingPeriod, type Plan, plans, readPrices } from '../../catalogue/catalogue.ts'
import { formatMoney } from '../../../shared/money.ts'
import { Button } from '../../../kit/Button.tsx'
import { Card } from '../../../kit/Card.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { planTexts } from '../../catalogue/ui/plan-texts.ts'
import { ProfileNotice, useSubmit } from '../../requests/ui/submit-request.tsx'
import { hostingProduct } from './hosting-product.ts'

/** The plans with monthly or yearly prices. */
export function PlanPicker() {
  const [period, setPeriod] = useState<BillingPeriod>('monthly')
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
        <h2 id={heading} className="text-xl font-bold">
          {m.hosting_plans()}
        </h2>
        <SegmentedControl
          label={m.hosting_period()}
          value={period}
          onChange={setPeriod}
          options={[
            { value: 'monthly', label: m.hosting_monthly() },
            {
              value: 'yearly',
              label: (
                <>
                  {m.hosting_yearly()} <span className="font-normal">· {m.hosting_save()}</span>
                </>
              ),
            },
          ]}
        />
      </div>
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {plans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} period={period} />
        ))}
      </ul>
    </section>
  )
}

/** One plan with its price for the period, and the button that requests it. */
function PlanCard({ plan, period }: { plan: Plan; period: BillingPeriod }) {
  const price = readPrices(usePageData()).plan(plan.id, period)!
  const submit = useSubmit(hostingProduct, {
    sent: () => m.hosting_sent({ plan: plan.name }),
    sessionEnded: m.hosting_session_ended,
  })
  return (
    <li>
      <Card className="flex h-full flex-col">
        <h3 className="text-lg font-bold">{plan.name}</h3>
        <p className="mt-1">
          <b className="text-2xl font-black">{formatMoney(price)}</b>{' '}
          <span className="text-muted">{period === 'yearly' ? m.hosting_a_year() : m.hosting_a_month()}</span>
        </p>
        <ul className="mt-4 mb-6 flex flex-col gap-1.5">
          {planTexts(plan).map((text) => (
            <li key={text} className="flex gap-2">
              <Check aria-hidden className="mt-1 size-4 shrink-0 text-primary" />
              {text}
            </li>
          ))}
        </ul>
        <div className="mt-auto flex flex-col gap-3">
          <ProfileNotice error={submit.error} failed={hostingProduct.words.sendFailed} />
          <Button
            variant="secondary"
            busy={submit.isPending}
            onClick={() => submit.mutate({ plan_name: plan.name, billing_period: period })}
          >
            {m.hosting_request_plan({ plan: plan.name })}
          </Button>
        </div>
      </Card>
    </li>
  )
}
