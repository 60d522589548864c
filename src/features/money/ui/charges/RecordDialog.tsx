import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { Button } from '../../../../kit/Button.tsx'
import { useNow } from '../../../../kit/dates.tsx'
import { Select, TextField } from '../../../../kit/form/Field.tsx'
import { Dialog } from '../../../../kit/overlay/Dialog.tsx'
import { LONGEST_MESSAGE } from '../../received/received.ts'
import { settingsApi } from '../../../settings/ui/api.ts'
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
  const [draft, setDraft] = useState({ method: '', receipt: '', date: '' })
  const settings = useQuery(settingsApi.show.queryOptions())
  const methods = settings.data?.values['payments.methods'] ?? []
  const payment = { ...draft, receipt: draft.receipt.trim(), date: draft.date || today }
  const isComplete = Boolean(payment.method && payment.receipt)
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.payments_record()}
      description={isRead ? undefined : m.payments_record_about({ name })}
    >
      {/* Hidden, not removed: what was typed is still there on the way back. */}
      <form
        noValidate
        hidden={isRead}
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (isComplete) setRead(true)
        }}
      >
        <Select
          label={m.billing_method()}
          placeholder={m.billing_choose()}
          value={draft.method}
          onChange={(event) => setDraft({ ...draft, method: event.target.value })}
          options={methods.map((value) => ({ value, label: value }))}
        />
        <TextField
          label={m.billing_column_code()}
          value={draft.receipt}
          onChange={(event) => setDraft({ ...draft, receipt: event.target.value })}
          maxLength={LONGEST_MESSAGE}
          autoComplete="off"
        />
        <TextField
          type="date"
          label={m.orders_paid_back_date()}
          max={today}
          value={payment.date}
          onChange={(event) => setDraft({ ...draft, date: event.target.value })}
        />
        <Button type="submit" className="self-end" disabled={!isComplete}>
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
