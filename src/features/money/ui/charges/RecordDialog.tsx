import { useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { useStateForm } from '../../../../client/form/use-state-form.ts'
import { Button } from '../../../../kit/Button.tsx'
import { useNow } from '../../../../kit/dates.tsx'
import { DateField } from '../../../../kit/form/DateField.tsx'
import { TextField } from '../../../../kit/form/Field.tsx'
import { Dialog } from '../../../../kit/overlay/Dialog.tsx'
import { LONGEST_MESSAGE } from '../../received/received.ts'
import { MethodSelect } from './MethodSelect.tsx'
import { RecordPreview } from '../decisions/DecisionPreview.tsx'

export interface RecordPaymentProps {
  /** The id of the charge, and what it is for. */
  charge: string
  name: string
  onSaved: () => Promise<unknown>
}

/** Asks for the payment that an admin records. What that does is shown before it is booked. */
export function RecordDialog({
  charge,
  name,
  onSaved,
  onClose,
}: RecordPaymentProps & { onClose: () => void }) {
  const today = new Date(useNow()).toISOString().slice(0, 10)
  const [isRead, setRead] = useState(false)
  const { values, field, submit } = useStateForm({
    start: { method: '', receipt: '', date: today },
    send: async () => setRead(true),
  })
  const payment = { ...values, receipt: values.receipt.trim() }
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.payments_record()}
      description={isRead ? undefined : m.payments_record_about({ name })}
    >
      {/* Hidden, not removed: what was typed is still there on the way back. */}
      <form noValidate hidden={isRead} className="flex flex-col gap-4" onSubmit={submit}>
        <MethodSelect {...field('method')} />
        <TextField
          label={m.billing_column_code()}
          {...field('receipt')}
          maxLength={LONGEST_MESSAGE}
          autoComplete="off"
        />
        <DateField label={m.common_paid_on()} max={today} {...field('date')} />
        <Button
          type="submit"
          className="self-end"
          disabled={!payment.method || !payment.receipt || !payment.date}
        >
          {m.payments_continue()}
        </Button>
      </form>
      {isRead ? (
        <RecordPreview
          recorded={{ id: charge, ...payment }}
          onBack={() => setRead(false)}
          onClose={onClose}
          onDone={() => void onSaved()}
        />
      ) : null}
    </Dialog>
  )
}
