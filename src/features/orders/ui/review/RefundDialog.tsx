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

interface Typed {
  amount: string
  method: string
  reference: string
  date: string
}

/**
 * The button and dialog that record what was refunded of an owed amount: the method, the reference and the day. Or the
 * amount stays as the customer's credit.
 */
export function RefundDialog({ order, onSaved, failureTexts }: RefundDialogProps) {
  const [open, setOpen] = useState(false)
  const formId = useId()
  const today = new Date(useNow()).toISOString().slice(0, 10)
  const form = useForm({
    defaultValues: {
      amount: String(order.owed_back),
      method: order.payment_method ?? '',
      reference: '',
      date: today,
    },
  })
  const { errors } = form.formState
  const saving = useMutation({
    mutationFn: (refund: { amount: number; keep: true } | (Omit<Typed, 'amount'> & { amount: number })) =>
      ordersApi.refund.call({ ...refund, id: order.id, version: order.version }),
    onSuccess: (saved) => {
      toast.success(m.orders_review_saved())
      setOpen(false)
      onSaved(saved)
    },
  })
  const validAmount = {
    validate: (text: string) =>
      (Number(text) > 0 && Number(text) <= order.owed_back) ||
      m.orders_paid_back_too_much({ amount: formatDecimal(order.owed_back, order.currency) }),
  }
  const keep = async () => {
    if (await form.trigger('amount')) saving.mutate({ keep: true, amount: Number(form.getValues('amount')) })
  }
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
            void form.handleSubmit((typed) => saving.mutate({ ...typed, amount: Number(typed.amount) }))(
              event,
            )
          }}
        >
          <TextField
            label={m.orders_paid_back_amount()}
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
          <SaveFailure error={saving.error} textsOf={failureTexts} />
          <div className="flex flex-wrap justify-end gap-2">
            <Button variant="secondary" busy={saving.isPending} onClick={() => void keep()}>
              {m.orders_paid_back_keep()}
            </Button>
            <Button type="submit" busy={saving.isPending}>
              {m.orders_paid_back_save()}
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  )
}
