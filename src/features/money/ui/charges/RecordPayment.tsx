import { Suspense, useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { useStaffMay } from '../../../../client/session/staff.tsx'
import { Button } from '../../../../kit/Button.tsx'
import { loadedLater } from '../../../../kit/loaded-later.ts'
import type { RecordPaymentProps } from './RecordDialog.tsx'

const RecordDialog = loadedLater(() => import('./RecordDialog.tsx').then((file) => file.RecordDialog))

/** The button that opens the dialog in which an admin records by hand that an amount due was paid. */
export function RecordPayment(props: RecordPaymentProps) {
  const [open, setOpen] = useState(false)
  const may = useStaffMay('payments.write')
  if (!may) return null
  return (
    <>
      <Button size="small" variant="secondary" onClick={() => setOpen(true)}>
        {m.payments_record()}
        <span className="sr-only">: {props.name}</span>
      </Button>
      {open ? (
        <Suspense>
          <RecordDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
