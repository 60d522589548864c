import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { m } from '../../../paraglide/messages.js'
import { classifyFailure } from '../../../client/api.ts'
import { outageMessage } from '../../../client/error-messages.ts'
import { Button } from '../../../kit/Button.tsx'
import { Card } from '../../../kit/Card.tsx'
import { useNow } from '../../../kit/dates.tsx'
import { TextField } from '../../../kit/form/Field.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { Dialog } from '../../../kit/overlay/Dialog.tsx'
import { toast } from '../../../kit/overlay/toasts.tsx'
import { formatDecimal } from '../../../shared/money.ts'
import { creditApi } from './credit-api.ts'

interface CustomerCreditProps {
  /** The id of the customer's profile. */
  profile: string
}

/** A customer's balance in each currency, as admins see it, with the button that pays it back. */
export function CustomerCredit({ profile }: CustomerCreditProps) {
  const credit = useQuery(
    creditApi.show.queryOptions({ input: { profile }, meta: { failure: m.credit_failed } }),
  )
  if (!credit.data) return null
  const { items } = credit.data
  return (
    <Card className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-2">
      <h2 className="font-semibold">{m.credit_of_customer()}</h2>
      {items.length === 0 ? <p className="text-muted">{m.credit_none()}</p> : null}
      {items.map(({ amount, currency }) =>
        amount < 0 ? (
          <p key={currency} className="text-danger">
            {m.credit_owes({ amount: formatDecimal(-amount, currency) })}
          </p>
        ) : (
          <p key={currency} className="flex items-center gap-3">
            <span className="text-lg font-bold">{formatDecimal(amount, currency)}</span>
            <PayBack profile={profile} credit={amount} currency={currency} />
          </p>
        ),
      )}
    </Card>
  )
}

interface PayBackProps extends CustomerCreditProps {
  credit: number
  currency: string
}

/** The button and dialog that record what was paid back of a customer's credit. */
function PayBack({ profile, credit, currency }: PayBackProps) {
  const client = useQueryClient()
  const [open, setOpen] = useState(false)
  const formId = useId()
  const today = new Date(useNow()).toISOString().slice(0, 10)
  const form = useForm({ values: { amount: String(credit), method: '', reference: '', date: today } })
  const { errors } = form.formState
  const saving = useMutation(
    creditApi.payBack.mutationOptions({
      onSuccess: () => {
        toast.success(m.credit_pay_back_saved())
        setOpen(false)
        return client.invalidateQueries({ queryKey: creditApi.key() })
      },
    }),
  )
  const shown = formatDecimal(credit, currency)
  const required = { validate: (text: string) => text.trim() !== '' || m.requests_fields_missing() }
  const validAmount = {
    validate: (text: string) =>
      (Number(text) > 0 && Number(text) <= credit) || m.orders_paid_back_too_much({ amount: shown }),
  }
  return (
    <>
      <Button size="small" variant="secondary" onClick={() => setOpen(true)}>
        {m.credit_pay_back()}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={m.credit_pay_back()}
        description={m.credit_pay_back_about({ amount: shown })}
      >
        <form
          id={formId}
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) =>
            void form.handleSubmit((typed) =>
              saving.mutate({ ...typed, profile, currency, amount: Number(typed.amount) }),
            )(event)
          }
        >
          <TextField
            label={m.credit_pay_back_amount()}
            inputMode="decimal"
            {...form.register('amount', validAmount)}
            error={errors.amount?.message}
          />
          <TextField
            label={m.orders_paid_back_method()}
            maxLength={100}
            {...form.register('method', required)}
            error={errors.method?.message}
          />
          <TextField
            label={m.orders_paid_back_reference()}
            maxLength={200}
            {...form.register('reference', required)}
            error={errors.reference?.message}
          />
          <TextField
            type="date"
            label={m.orders_paid_back_date()}
            max={today}
            {...form.register('date', required)}
            error={errors.date?.message}
          />
          {saving.error ? <Notice tone="error">{reasonOf(saving.error)}</Notice> : null}
          <Button type="submit" className="self-end" busy={saving.isPending}>
            {m.credit_pay_back_save()}
          </Button>
        </form>
      </Dialog>
    </>
  )
}

function reasonOf(error: unknown) {
  const failure = classifyFailure(error)
  if (failure.kind === 'refused' && failure.code === 'MORE_THAN_CREDIT') return m.credit_more_than_credit()
  if (failure.kind === 'refused' && failure.code === 'ALREADY_RECORDED') return m.credit_already_recorded()
  return outageMessage(error) ?? m.credit_pay_back_failed()
}
