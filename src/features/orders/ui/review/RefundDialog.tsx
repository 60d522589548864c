import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ordersApi } from '../api.ts'
import { m } from '../../../../paraglide/messages.js'
import { formatDecimal } from '../../../../shared/money.ts'
import { Button } from '../../../../kit/Button.tsx'
import { Dialog } from '../../../../kit/overlay/Dialog.tsx'
import { TextField } from '../../../../kit/form/Field.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { useNow } from '../../../../kit/dates.tsx'
import { type FailureTexts, SaveFailure } from '../../../payments/ui/SaveFailure.tsx'
import type { ReviewedOrder } from '../order-parts.tsx'

interface RefundDialogProps {
  order: ReviewedOrder
  onSaved: (order: ReviewedOrder) => void
  failureTexts: (error: unknown) => FailureTexts
}

/** The button and dialog that record a refund of all that is owed: the method, the reference and the day. */
export function RefundDialog({ order, onSaved, failureTexts }: RefundDialogProps) {
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
        description={m.orders_paid_back_about({ amount: formatDecimal(order.owed_back, order.currency) })}
      >
        <form
          id={formId}
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            // React events of a dialog also reach the form that opened it.
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
          <SaveFailure error={saving.error} textsOf={failureTexts} />
          <Button type="submit" className="self-end" busy={saving.isPending}>
            {m.orders_paid_back_save()}
          </Button>
        </form>
      </Dialog>
    </>
  )
}
