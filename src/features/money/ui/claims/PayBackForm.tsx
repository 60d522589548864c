import { Controller } from 'react-hook-form'
import { m } from '../../../../paraglide/messages.js'
import { useSending } from '../../../../client/form/act.ts'
import { useSubmitForm } from '../../../../client/form/use-submit-form.ts'
import { Button } from '../../../../kit/Button.tsx'
import { useNow } from '../../../../kit/dates.tsx'
import { DateField } from '../../../../kit/form/DateField.tsx'
import { TextField } from '../../../../kit/form/Field.tsx'
import { Dialog } from '../../../../kit/overlay/Dialog.tsx'
import { formatDecimal } from '../../../../shared/money/money.ts'
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
  const amountOf = ({ amount }: { amount: string }) => amountTyped(amount, currency) ?? 0
  const saved = { done: texts.saved, onDone: onClose }
  const form = useSubmitForm({
    values: { amount: String(most), method, reference: '', date: today },
    send(typed) {
      keeping.reset()
      return send({ ...typed, amount: amountOf(typed) })
    },
    ...saved,
  })
  const keeping = useSending({ send: async (amount: number) => keep?.send(amount), ...saved })
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
  const busy = form.busy || keeping.isPending
  const keepAmount = async () => {
    if (!(await form.trigger('amount'))) return
    form.sending.reset()
    keeping.mutate(amountOf(form.getValues()))
  }
  return (
    <Dialog open onClose={onClose} title={texts.title} description={texts.about}>
      <form noValidate className="flex flex-col gap-4" onSubmit={form.submit}>
        <TextField label={texts.amount} inputMode="decimal" {...form.field('amount', validAmount)} />
        <TextField label={m.common_payment_method()} maxLength={100} {...form.field('method', required)} />
        <TextField
          label={m.orders_paid_back_reference()}
          maxLength={200}
          {...form.field('reference', required)}
        />
        <Controller
          control={form.control}
          name="date"
          rules={required}
          render={({ field: { name, value, onChange }, fieldState }) => (
            <DateField
              label={m.common_paid_on()}
              max={today}
              name={name}
              value={value}
              onChange={onChange}
              error={fieldState.error?.message}
            />
          )}
        />
        <SaveFailure error={form.sending.error ?? keeping.error} textsOf={failureTexts} />
        <div className="flex flex-wrap justify-end gap-2">
          {keep ? (
            <Button variant="secondary" busy={busy} onClick={() => void keepAmount()}>
              {keep.label}
            </Button>
          ) : null}
          <Button type="submit" busy={busy}>
            {texts.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
