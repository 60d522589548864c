import { Check } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { formatMoney, type Money } from '../../../shared/money/money.ts'
import { usePageData } from '../../../kit/page/page-data.ts'
import { billingPeriods, readOffers, type ShownPlan } from '../../catalogue/catalogue.ts'
import { buttonClasses } from '../../../kit/Button.tsx'
import { Card } from '../../../kit/Card.tsx'
import { segmentClasses } from '../../../kit/form/SegmentedControl.tsx'
import { classes } from '../../../kit/classes.ts'
import { searchPath } from '../../catalogue/ui/EndingPrices.tsx'
import { planTexts, RecommendedMark } from '../../catalogue/ui/plan-texts.tsx'

/**
 * A domain's price for the first year and its renewal, for each ending. The promotional price is shown with .com.
 */
export function EndingPrices() {
  const { shown, comFrom } = readOffers(usePageData())
  return (
    <section aria-labelledby="endings">
      <h2 id="endings" className="font-display text-2xl font-black">
        {m.pricing_domains()}
      </h2>
      <p className="mt-1 text-muted">{m.pricing_domains_text()}</p>
      <ul className="mt-5 grid gap-x-8 sm:grid-cols-2 md:grid-cols-3">
        {shown.map(({ ending, price, renewal, needs }) => (
          <li
            key={ending}
            className="flex flex-wrap content-start items-baseline justify-between gap-x-3 border-b border-line py-3"
          >
            <a
              href={searchPath(ending)}
              className="text-xl font-bold underline-offset-4 hover:text-primary hover:underline"
            >
              .{ending}
            </a>
            {price ? (
              <span>{m.pricing_first_year({ price: formatMoney(price) })}</span>
            ) : (
              <span>{m.pricing_on_request()}</span>
            )}
            <span className="w-full text-sm text-muted">
              {price || renewal ? renewalText(renewal) : null}
              {ending === 'com' && comFrom && (!price || comFrom.amount < price.amount)
                ? ` ${m.pricing_com_from({ price: formatMoney(comFrom) })}`
                : null}
              {needs ? ` ${needs}` : null}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const renewalText = (price: Money | undefined) =>
  price === undefined ? m.pricing_renewal_on_request() : m.pricing_renewal({ price: formatMoney(price) })

/**
 * The hosting plans, monthly or yearly. The choice needs only CSS: the section checks which of its two radio
 * buttons is set.
 */
export function PlanPrices() {
  const { plans } = readOffers(usePageData())
  if (plans.length === 0) return null
  return (
    <section aria-labelledby="plans" className="group/plans">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h2 id="plans" className="font-display text-2xl font-black">
          {m.pricing_hosting()}
        </h2>
        <fieldset className="inline-flex rounded-control border border-edge bg-card p-1">
          <legend className="sr-only">{m.common_billing_period()}</legend>
          <label className={segmentClasses}>
            <input type="radio" name="period" value="monthly" defaultChecked className="sr-only" />
            {m.pricing_monthly()}
          </label>
          <label className={segmentClasses}>
            <input type="radio" name="period" value="yearly" className="sr-only" />
            {m.pricing_yearly()}{' '}
            <b className="rounded-full bg-saffron px-2 text-on-saffron">{m.common_save_15_percent()}</b>
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

function PlanCard({ plan }: { plan: ShownPlan }) {
  const page = usePageData()
  return (
    <Card className={classes('flex flex-col', plan.recommended && 'border-primary')}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-xl font-bold">{plan.name}</h3>
        {plan.recommended ? <RecommendedMark /> : null}
      </div>
      <p className="mt-2 group-has-[[value=yearly]:checked]/plans:hidden">
        <b className="text-3xl font-black tracking-tighter">{formatMoney(plan.price.monthly)}</b>{' '}
        {m.common_per_month()}
      </p>
      <p className="mt-2 hidden group-has-[[value=yearly]:checked]/plans:block">
        <b className="text-3xl font-black tracking-tighter">{formatMoney(plan.price.yearly)}</b>{' '}
        {m.common_per_year()}
      </p>
      <ul className="mt-4 mb-6 flex flex-col gap-2">
        {planTexts(plan, page).map((text) => (
          <li key={text} className="flex gap-2">
            <Check aria-hidden className="mt-1 size-4 shrink-0 text-primary" />
            {text}
          </li>
        ))}
      </ul>
      {billingPeriods.map((period) => (
        <a
          key={period}
          href={`/signup?next=${encodeURIComponent(`/dashboard/hosting?plan=${plan.id}&period=${period}`)}`}
          className={buttonClasses(
            plan.recommended ? 'primary' : 'secondary',
            'medium',
            period === 'yearly'
              ? 'mt-auto hidden! group-has-[[value=yearly]:checked]/plans:inline-flex!'
              : 'mt-auto group-has-[[value=yearly]:checked]/plans:hidden!',
          )}
        >
          {m.pricing_choose({ plan: plan.name })}
        </a>
      ))}
    </Card>
  )
}

/** Products that may have no price. They are listed so that no visitor searches for them. */
export function OtherPrices() {
  const { email } = readOffers(usePageData())
  const others = [
    { title: m.landing_email(), text: m.landing_email_text(), price: email },
    { title: m.landing_ssl(), text: m.landing_ssl_text(), price: undefined },
  ]
  return (
    <section aria-labelledby="others">
      <h2 id="others" className="font-display text-2xl font-black">
        {m.pricing_others()}
      </h2>
      <ul className="mt-3">
        {others.map(({ title, text, price }) => (
          <li key={title} className="flex flex-wrap items-baseline gap-x-6 border-b border-line py-4">
            <h3 className="text-lg font-bold sm:w-56">{title}</h3>
            <p className="max-w-text flex-1 basis-64 text-muted">{text}</p>
            <p className="font-semibold sm:ml-auto">
              {price ? `${formatMoney(price)} ${m.common_per_year()}` : m.pricing_on_request()}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
