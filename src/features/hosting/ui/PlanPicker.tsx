import { useId, useState } from 'react'
import { m } from '../../../paraglide/messages.js'
import { SegmentedControl } from '../../../kit/form/SegmentedControl.tsx'
import { plans, type BillingPeriod } from '../../catalogue/catalogue.ts'
import { PlanCard } from './PlanCard.tsx'

/** The plans, for a month or for a year. */
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
