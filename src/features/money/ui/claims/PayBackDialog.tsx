import { Suspense, useState } from 'react'
import { Button } from '../../../../kit/Button.tsx'
import { loadedLater } from '../../../../kit/loaded-later.ts'
import type { PaidBack, PayBackFormProps } from './PayBackForm.tsx'

interface PayBackDialogProps<Saved> extends Omit<PayBackFormProps, 'send' | 'keep' | 'onClose'> {
  isSmall?: boolean
  /** Attributes of the button that opens it. */
  opener?: object
  send: (refund: PaidBack) => Promise<Saved>
  keep?: { label: string; send: (amount: number) => Promise<Saved> }
  onSaved: (saved: Saved) => unknown
}

const PayBackForm = loadedLater(() => import('./PayBackForm.tsx').then((file) => file.PayBackForm))

/** The button and dialog that record what was paid back to a customer. */
export function PayBackDialog<Saved>({
  isSmall,
  opener,
  send,
  keep,
  onSaved,
  ...form
}: PayBackDialogProps<Saved>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        {...opener}
        {...(isSmall && { size: 'small' })}
        variant="secondary"
        onClick={() => setOpen(true)}
      >
        {form.texts.title}
      </Button>
      {open ? (
        <Suspense>
          <PayBackForm
            {...form}
            send={async (refund) => onSaved(await send(refund))}
            keep={keep && { label: keep.label, send: async (amount) => onSaved(await keep.send(amount)) }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}
