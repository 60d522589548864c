import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { useStaffMay } from '../../../../client/staff/staff.tsx'
import { outageMessage, refusalCode } from '../../../../client/error-messages.ts'
import { Button } from '../../../../kit/Button.tsx'
import { useNow } from '../../../../kit/dates.tsx'
import { Select, TextField } from '../../../../kit/form/Field.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { Dialog } from '../../../../kit/overlay/Dialog.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { settingsApi } from '../../../settings/ui/api.ts'
import { paymentsApi } from '../received/payments-api.ts'

interface RecordPaymentProps {
  /** The id of the charge, and what it is for. */
  charge: string
  name: string
  onSaved: () => Promise<unknown>
}

/** The button and dialog that record by hand that an amount due was paid. */
export function RecordPayment({ charge, name, onSaved }: RecordPaymentProps) {
  const client = useQueryClient()
  const today = new Date(useNow()).toISOString().slice(0, 10)
  const [open, setOpen] = useState(false)
  const may = useStaffMay('payments.write')
  const [draft, setDraft] = useState({ method: '', receipt: '', date: '' })
  const settings = useQuery({ ...settingsApi.show.queryOptions(), enabled: open })
  const methods = settings.data?.values['payments.methods'] ?? []
  const payment = { ...draft, receipt: draft.receipt.trim(), date: draft.date || today }
  const save = useMutation({
    mutationFn: () => paymentsApi.record.call({ id: charge, ...payment }),
    onSuccess() {
      toast.success(m.payments_saved())
      setOpen(false)
    },
    onSettled: () => Promise.all([onSaved(), client.invalidateQueries({ queryKey: paymentsApi.key() })]),
  })
  const isComplete = Boolean(payment.method && payment.receipt)
  if (!may) return null
  return (
    <>
      <Button size="small" variant="secondary" onClick={() => setOpen(true)}>
        {m.payments_record()}
        <span className="sr-only">: {name}</span>
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={m.payments_record()}
        description={m.payments_record_about({ name })}
      >
        <form
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            if (isComplete && !save.isPending) save.mutate()
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
            maxLength={100}
            autoComplete="off"
          />
          <TextField
            type="date"
            label={m.orders_paid_back_date()}
            max={today}
            value={payment.date}
            onChange={(event) => setDraft({ ...draft, date: event.target.value })}
          />
          {save.error ? <Notice tone="error">{reasonOf(save.error)}</Notice> : null}
          <Button type="submit" className="self-end" disabled={!isComplete} busy={save.isPending}>
            {m.payments_record()}
          </Button>
        </form>
      </Dialog>
    </>
  )
}

function reasonOf(error: unknown) {
  const code = refusalCode(error)
  if (code === 'NOTHING_DUE') return m.payments_changed()
  if (code === 'CODE_COUNTED') return m.billing_code_counted()
  if (code === 'DATE_INVALID') return m.payments_date_invalid()
  return outageMessage(error) ?? m.payments_act_failed()
}
