import { m } from '../../../paraglide/messages.js'
import { useStateForm } from '../../../client/form/use-state-form.ts'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { loadedRows } from '../../../kit/list/paging.ts'
import { CardSkeletons } from '../../../kit/Skeleton.tsx'
import { ServiceTable, useServices } from '../../requests/ui/ServiceTable.tsx'
import { RequestList } from '../../requests/ui/RequestList.tsx'
import { typedWebsite, WebsiteField } from './WebsiteField.tsx'
import { hostingProduct } from './hosting-product.ts'
import type { Product } from '../../requests/ui/product.ts'
import { useId, useState } from 'react'
import { Button } from '../../../kit/Button.tsx'
import { Badge } from '../../../kit/Badge.tsx'
import { Card } from '../../../kit/Card.tsx'
import { classes } from '../../../kit/classes.ts'
import { AddToCart } from '../../orders/ui/AddToCart.tsx'
import { itemText } from '../../products/item.ts'
import { useLocation } from 'react-router'
import { TextArea, TextField } from '../../../kit/form/Field.tsx'
import { CUSTOM_PLAN, type BillingPeriod, readOffers, type ShownPlan } from '../../catalogue/catalogue.ts'
import { ProfileNotice, useSubmit } from '../../requests/ui/submit-request.tsx'
import { Check } from 'lucide-react'
import { SegmentedControl } from '../../../kit/form/SegmentedControl.tsx'
import { formatMoney } from '../../../shared/money/money.ts'
import { usePageData } from '../../../kit/page/page-data.ts'
import { planTexts, RecommendedMark } from '../../catalogue/ui/plan-texts.tsx'

export const handle = {
  firstCalls: () => ['/api/hosting-requests?limit=10', '/api/hosting-accounts?limit=20'],
}

export const meta = pageTitle(() => ({ title: m.common_hosting() }))

/** The customer's hosting above the plans, then the requests. Without hosting, or with a plan in the URL, the plans are first. */
export default function HostingScreen() {
  const comesToChoose = new URLSearchParams(useLocation().search).has('plan')
  const services = useServices(hostingProduct)
  const isFirst = comesToChoose || !loadedRows(services.data)?.length
  return (
    <>
      <PageHeader title={m.common_hosting()}>{m.hosting_about()}</PageHeader>
      {/* Their order is known first, so that nothing moves. The hidden ones load meanwhile. */}
      {services.isLoading ? <CardSkeletons /> : null}
      <div hidden={services.isLoading} className="flex flex-col gap-10 [&[hidden]]:hidden">
        {isFirst ? <PlanPicker /> : null}
        <ServiceTable product={hostingProduct} />
        {isFirst ? null : <PlanPicker />}
        <RequestList product={hostingProduct} />
        <CustomPlanForm />
      </div>
    </>
  )
}

interface HostingFormProps {
  /** Hosting, with the calls of the customer, or of an admin who works for the customer. */
  product?: Product
}

/** The form for a custom plan: the customer describes it, and an admin sets the price. */
export function CustomPlanForm({ product = hostingProduct }: HostingFormProps) {
  const heading = useId()
  const submit = useSubmit(product, {
    failed: m.hosting_custom_failed,
    sessionEnded: m.hosting_custom_session_ended,
  })
  const form = useStateForm({
    start: { plan_name: CUSTOM_PLAN, manual_details: '', website: '' },
    problemsOf: ({ plan_name, manual_details, website }) =>
      !plan_name.trim()
        ? { plan_name: m.hosting_custom_missing() }
        : {
            manual_details: !manual_details.trim() && m.hosting_custom_missing(),
            website: typedWebsite(website) === undefined && m.domains_invalid(),
          },
    send: ({ plan_name, manual_details, website }) =>
      submit.mutateAsync({
        plan_name: plan_name.trim(),
        manual_details: manual_details.trim(),
        website: typedWebsite(website),
      }),
    startsOver: true,
  })
  return (
    <Card aria-labelledby={heading}>
      <h2 id={heading} className="text-xl font-bold">
        {m.hosting_custom_title()}
      </h2>
      <p className="mt-1 text-muted">{m.hosting_custom_about()}</p>
      <form noValidate onSubmit={form.submit} className="mt-4 flex max-w-text flex-col gap-4">
        <TextField label={m.hosting_custom_name()} {...form.field('plan_name')} maxLength={100} />
        <TextArea
          label={m.common_details()}
          description={m.hosting_custom_details_about()}
          {...form.field('manual_details')}
          maxLength={4000}
        />
        <WebsiteField
          value={form.values.website}
          onChange={(website) => form.set({ website })}
          offersOwn={product.service.act === undefined}
        />
        <ProfileNotice error={submit.error} failed={m.hosting_custom_failed} />
        <Button type="submit" busy={form.busy} className="self-start">
          {m.hosting_custom_send()}
        </Button>
      </form>
    </Card>
  )
}

/** The plans with monthly or yearly prices. */
export function PlanPicker({ product = hostingProduct }: HostingFormProps) {
  const chosen = new URLSearchParams(useLocation().search)
  const [period, setPeriod] = useState<BillingPeriod>(
    chosen.get('period') === 'yearly' ? 'yearly' : 'monthly',
  )
  const heading = useId()
  const [website, setWebsite] = useState('')
  const { plans } = readOffers(usePageData())
  if (plans.length === 0) return null
  return (
    <section aria-labelledby={heading}>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-4">
        <h2 id={heading} className="text-xl font-bold">
          {m.hosting_plans()}
        </h2>
        <SegmentedControl
          label={m.common_billing_period()}
          value={period}
          onChange={setPeriod}
          options={[
            { value: 'monthly', label: m.hosting_monthly() },
            {
              value: 'yearly',
              label: (
                <>
                  {m.hosting_yearly()} <span className="font-normal">· {m.common_save_15_percent()}</span>
                </>
              ),
            },
          ]}
        />
      </div>
      <div className="mb-4 max-w-text">
        <WebsiteField value={website} onChange={setWebsite} offersOwn={product.service.act === undefined} />
      </div>
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {plans.map((plan) => (
          <PlanCard
            key={plan.id}
            product={product}
            plan={plan}
            website={typedWebsite(website)}
            period={period}
            isChosen={plan.id === chosen.get('plan')}
          />
        ))}
      </ul>
    </section>
  )
}

/** One plan with its price for the period, and the button that requests it. */
interface PlanCardProps {
  product: Product
  plan: ShownPlan
  /** The domain that it is for; null while that is open, undefined for what is no domain name. */
  website: string | null | undefined
  period: BillingPeriod
  /** Whether the customer comes from this plan on the price list. */
  isChosen: boolean
}

function PlanCard({ product, plan, website, period, isChosen }: PlanCardProps) {
  const page = usePageData()
  const isActing = product.service.act !== undefined
  const submit = useSubmit(product, {
    sent: () => m.hosting_sent({ plan: plan.name }),
    sessionEnded: m.hosting_session_ended,
  })
  return (
    <li>
      <Card
        className={classes('flex h-full flex-col', isChosen && 'border-primary outline-2 outline-primary')}
      >
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3 className="text-lg font-bold">{plan.name}</h3>
          {isChosen ? (
            <Badge tone="available">{m.hosting_chosen()}</Badge>
          ) : plan.recommended ? (
            <RecommendedMark />
          ) : null}
        </div>
        <p className="mt-1">
          <b className="text-2xl font-black">{formatMoney(plan.price[period])}</b>{' '}
          <span className="text-muted">
            {period === 'yearly' ? m.common_per_year() : m.common_per_month()}
          </span>
        </p>
        <ul className="mt-4 mb-6 flex flex-col gap-1.5">
          {planTexts(plan, page).map((text) => (
            <li key={text} className="flex gap-2">
              <Check aria-hidden className="mt-1 size-4 shrink-0 text-primary" />
              {text}
            </li>
          ))}
        </ul>
        <div className="mt-auto flex flex-col gap-3">
          <ProfileNotice error={submit.error} failed={hostingProduct.texts.sendFailed} />
          {isActing ? null : (
            <AddToCart
              item={itemText({ product: 'hosting', name: plan.name, website: website ?? null, period })}
              disabled={website === undefined}
              variant={isChosen || plan.recommended ? 'primary' : 'secondary'}
            />
          )}
          <Button
            variant={isActing ? 'secondary' : 'quiet'}
            busy={submit.isPending}
            disabled={website === undefined}
            onClick={() => submit.mutate({ plan_name: plan.name, billing_period: period, website })}
          >
            {m.hosting_request_plan({ plan: plan.name })}
          </Button>
        </div>
      </Card>
    </li>
  )
}
