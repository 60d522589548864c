import { m } from '../../../paraglide/messages.js'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { RecordTable } from '../../requests/ui/RecordTable.tsx'
import { RequestList } from '../../requests/ui/RequestList.tsx'
import { hostingProduct } from './hosting-product.ts'
import { PlanPicker } from './PlanPicker.tsx'
import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { Button } from '../../../kit/Button.tsx'
import { Card } from '../../../kit/Card.tsx'
import { TextArea, TextField } from '../../../kit/form/Field.tsx'
import { text } from '../../../shared/contract.ts'
import { CUSTOM_PLAN } from '../../catalogue/catalogue.ts'
import { ProfileNotice, useSubmit } from '../../requests/ui/submit-request.tsx'

export const meta = pageTitle(() => ({ title: m.hosting_title() }))

/** The hosting plans, and the customer's requests and hosting accounts. */
export default function HostingScreen() {
  return (
    <>
      <PageHeader title={m.hosting_title()}>{m.hosting_about()}</PageHeader>
      <div className="flex flex-col gap-10">
        <PlanPicker />
        <CustomPlanForm />
        <RequestList product={hostingProduct} />
        <RecordTable product={hostingProduct} />
      </div>
    </>
  )
}

const resolver = zodResolver(z.object({ plan_name: text(100), manual_details: text(4000) }))
const defaultValues = { plan_name: CUSTOM_PLAN, manual_details: '' }

/** The form for a custom plan: the customer describes it, and an admin sets the price. */
export function CustomPlanForm() {
  const heading = useId()
  const form = useForm({ resolver, defaultValues })
  const { errors } = form.formState
  const submit = useSubmit(hostingProduct, {
    failed: m.hosting_custom_failed,
    sessionEnded: m.hosting_custom_session_ended,
  })
  const send = form.handleSubmit((wish) => submit.mutate(wish, { onSuccess: () => form.reset() }))
  const missing = m.hosting_custom_missing()
  return (
    <Card aria-labelledby={heading}>
      <h2 id={heading} className="text-xl font-bold">
        {m.hosting_custom_title()}
      </h2>
      <p className="mt-1 text-muted">{m.hosting_custom_about()}</p>
      <form noValidate onSubmit={(event) => void send(event)} className="mt-4 flex max-w-text flex-col gap-4">
        <TextField
          label={m.hosting_custom_name()}
          {...form.register('plan_name')}
          error={errors.plan_name && missing}
          maxLength={100}
        />
        <TextArea
          label={m.hosting_custom_details()}
          description={m.hosting_custom_details_about()}
          {...form.register('manual_details')}
          error={errors.manual_details && !errors.plan_name ? missing : undefined}
          maxLength={4000}
        />
        <ProfileNotice error={submit.error} failed={m.hosting_custom_failed} />
        <Button type="submit" busy={submit.isPending} className="self-start">
          {m.hosting_custom_send()}
        </Button>
      </form>
    </Card>
  )
}
