import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ordersApi } from '../api.ts'
import { m } from '../../../../paraglide/messages.js'
import { shownDollars } from '../../../../shared/money.ts'
import { Button } from '../../../../kit/Button.tsx'
import { Dialog } from '../../../../kit/overlay/Dialog.tsx'
import { TextField } from '../../../../kit/form/Field.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { useNow } from '../../../../kit/dates.tsx'
import { SaveFailure } from '../../../requests/ui/review/SaveFailure.tsx'
import type { FailureWords } from '../../../requests/ui/review/save-failure.ts'
import type { ReviewedOrder } from '../orders.ts'

interface PaidBackProps {
  order: ReviewedOrder
  onSaved: (order: ReviewedOrder) => void
  wordsOf: (error: unknown) => FailureWords
}

/** Writes down that all that is owed back was paid back: how, under which reference, and on which day. */
export function PaidBack({ order, onSaved, wordsOf }: PaidBackProps) {
  const [open, setOpen] = useState(false)
  const formId = useId()
  const today = new Date(useNow()).toISOString().slice(0, 10)
  const form = useForm({
    defaultValues: { method: order.payment_method ?? '', reference: '', date: today },
  })
  const { errors } = form.formState
  const saving = useMutation({
    mutationFn: (typed: { method: string; reference: string; date: string }) =>
      ordersApi.refund.call({ ...typed, id: order.id, version: order.version }),
    onSuccess: (saved) => {
      toast.success(m.orders_review_saved())
      setOpen(false)
      onSaved(saved)
    },
  })
  const required = { validate: (text: string) => text.trim() !== '' || m.requests_fields_missing() }
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {m.orders_paid_back()}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={m.orders_paid_back()}
        description={m.orders_paid_back_about({ amount: shownDollars(order.owed_back) })}
      >
        <form
          id={formId}
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            // React hands what happens in a dialog on to the form that opened it.
            event.stopPropagation()
            void form.handleSubmit((typed) => saving.mutate(typed))(event)
          }}
        >
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
          <SaveFailure error={saving.error} wordsOf={wordsOf} />
          <Button type="submit" className="self-end" busy={saving.isPending}>
            {m.orders_paid_back_save()}
          </Button>
        </form>
      </Dialog>
    </>
  )
}
