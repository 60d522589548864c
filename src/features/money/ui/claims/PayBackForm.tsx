import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { m } from '../../../../paraglide/messages.js'
import { Button } from '../../../../kit/Button.tsx'
import { useNow } from '../../../../kit/dates.tsx'
import { TextField } from '../../../../kit/form/Field.tsx'
import { Dialog } from '../../../../kit/overlay/Dialog.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { formatDecimal } from '../../../../shared/money.ts'
import { amountTyped } from '../../amounts.ts'
import { type FailureTexts, SaveFailure } from './SaveFailure.tsx'

/** What was paid back: the amount, the method, the reference and the day. */
export interface PaidBack {
  amount: number
  method: string
  reference: string
  date: string
}

export interface PayBackFormProps {
  /** The most that can be paid back. */
  most: number
  currency: string
  /** How the customer paid. */
  method?: string
  texts: { title: string; about: string; amount: string; save: string; saved: string }
  send: (refund: PaidBack) => Promise<unknown>
  /** Lets the amount stay as the customer's credit. */
  keep?: { label: string; send: (amount: number) => Promise<unknown> } | undefined
  failureTexts: (error: unknown) => FailureTexts
  /** Called once it is saved. */
  onClose: () => void
}

/** The dialog that asks for what was paid back, and sends it. */
export function PayBackForm({
  most,
  currency,
  method = '',
  texts,
  send,
  keep,
  failureTexts,
  onClose,
}: PayBackFormProps) {
  const today = new Date(useNow()).toISOString().slice(0, 10)
  const form = useForm({
    values: { amount: String(most), method, reference: '', date: today },
    resetOptions: { keepDirtyValues: true },
  })
  const { errors } = form.formState
  const saving = useMutation({
    mutationFn: (save: () => Promise<unknown>) => save(),
    onSuccess: () => {
      toast.success(texts.saved)
      onClose()
    },
  })
  const required = { validate: (text: string) => text.trim() !== '' || m.requests_fields_missing() }
  const validAmount = {
    validate(text: string) {
      const amount = amountTyped(text, currency)
      if (amount === undefined) return m.payments_amount_unclear()
      return (
        (amount > 0 && amount <= most) ||
        m.orders_paid_back_too_much({ amount: formatDecimal(most, currency) })
      )
    },
  }
  const amountOf = ({ amount }: { amount: string }) => amountTyped(amount, currency) ?? 0
  const save = form.handleSubmit((typed) => saving.mutate(() => send({ ...typed, amount: amountOf(typed) })))
  const keepAmount = async () => {
    if (keep && (await form.trigger('amount'))) saving.mutate(() => keep.send(amountOf(form.getValues())))
  }
  return (
    <Dialog open onClose={onClose} title={texts.title} description={texts.about}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          // React events of a dialog also reach the form that opened it.
          event.stopPropagation()
          void save(event)
        }}
      >
        <TextField
          label={texts.amount}
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
          {keep ? (
            <Button variant="secondary" busy={saving.isPending} onClick={() => void keepAmount()}>
              {keep.label}
            </Button>
          ) : null}
          <Button type="submit" busy={saving.isPending}>
            {texts.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
