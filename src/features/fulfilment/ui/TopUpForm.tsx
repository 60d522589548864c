import { useQuery } from '@tanstack/react-query'
import { m } from '../../../paraglide/messages.js'
import { errorSentence } from '../../../client/error-messages.ts'
import { useStateForm } from '../../../client/form/use-state-form.ts'
import { methodLabel } from '../../catalogue/ui/method-label.ts'
import { Button } from '../../../kit/Button.tsx'
import { useNow } from '../../../kit/dates.tsx'
import { DateField } from '../../../kit/form/DateField.tsx'
import { Select, TextField } from '../../../kit/form/Field.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { readMoney } from '../../../shared/money/money.ts'
import { priceOf } from '../../settings/ui/drafts.ts'
import { settingsApi } from '../../settings/ui/settings.api.ts'
import type { Account } from './fulfilment.api.ts'
import { topUpsApi } from './top-ups.api.ts'

const OPENING = 'opening'

interface TopUpFormProps {
  account: Account
  /** What the account had before anything was entered. 0 for any other top-up. */
  start: number
  onClose: () => void
}

/** What was paid in to an account at a registrar. */
export function TopUpForm({ account, start, onClose }: TopUpFormProps) {
  const { id, currency } = account
  const today = new Date(useNow()).toISOString().slice(0, 10)
  const settings = useQuery(settingsApi.show.queryOptions()).data?.values
  const methods = settings?.['payments.methods'] ?? []
  const form = useStateForm({
    start: {
      amount: start > 0 ? String(start) : '',
      method: start > 0 ? OPENING : '',
      paid: '',
      paidIn: settings?.['shop.currency'] ?? currency,
      date: today,
      note: '',
    },
    problemsOf: ({ amount, method, paid, paidIn, date }) => ({
      amount: !readMoney(priceOf(amount), currency)?.amount && m.topups_amount_needed(),
      method: !method && m.topups_method_needed(),
      paid:
        paid.trim() !== '' &&
        (!/^[A-Z]{3}$/.test(paidIn) || !readMoney(priceOf(paid), paidIn)?.amount) &&
        m.topups_amount_needed(),
      date: (!date || date > today) && m.topups_date_needed(),
    }),
    send: ({ amount, method, paid, paidIn, date, note }) =>
      topUpsApi.topUp.call({
        id,
        amount: priceOf(amount),
        ...(paid.trim() && { paid: { amount: priceOf(paid), currency: paidIn } }),
        method: method === OPENING ? null : method,
        date,
        note: note.trim() || null,
      }),
    done: m.topups_saved(),
    onDone: onClose,
    failure: errorSentence(m.topups_failed, {
      AMOUNT_INVALID: m.topups_amount_needed,
      DATE_INVALID: m.topups_date_needed,
    }),
    stale: [topUpsApi.books.key()],
  })
  const isOpening = form.values.method === OPENING
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={form.submit}>
      <TextField
        label={m.topups_amount({ currency })}
        description={m.topups_amount_about()}
        inputMode="decimal"
        autoComplete="off"
        {...form.field('amount')}
      />
      <Select
        label={m.topups_method()}
        placeholder={m.billing_choose()}
        options={[
          ...methods.map((value) => ({ value, label: methodLabel(value) })),
          { value: OPENING, label: m.topups_opening() },
        ]}
        {...form.field('method')}
      />
      {isOpening ? null : (
        <div className="grid grid-cols-[1fr_auto] items-start gap-3">
          <TextField
            label={m.topups_paid()}
            description={m.topups_paid_about()}
            inputMode="decimal"
            autoComplete="off"
            optional
            {...form.field('paid')}
          />
          <TextField
            label={m.common_currency()}
            maxLength={3}
            autoComplete="off"
            className="w-24"
            {...form.field('paidIn')}
            onChange={({ target }) => form.set({ paidIn: target.value.trim().toUpperCase() })}
          />
        </div>
      )}
      <DateField label={m.topups_date()} max={today} {...form.field('date')} />
      <TextField
        label={m.topups_note()}
        maxLength={200}
        autoComplete="off"
        optional
        {...form.field('note')}
      />
      {form.failure ? <Notice tone="error">{form.failure}</Notice> : null}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {m.kit_cancel()}
        </Button>
        <Button type="submit" busy={form.busy}>
          {m.topups_save()}
        </Button>
      </div>
    </form>
  )
}
