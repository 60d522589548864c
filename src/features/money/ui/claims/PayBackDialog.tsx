import { Suspense, useState } from 'react'
import { Button } from '../../../../kit/Button.tsx'
import { loadedLater } from '../../../../kit/loaded-later.ts'
import { Dialog } from '../../../../kit/overlay/Dialog.tsx'
import type { PaidBack, PayBackFormProps } from './PayBackForm.tsx'

interface PayBackDialogProps<Saved> extends Omit<PayBackFormProps, 'send' | 'keep' | 'texts' | 'onClose'> {
  isSmall?: boolean
  /** Attributes of the button that opens it. */
  opener?: object
  texts: PayBackFormProps['texts'] & { title: string; about: string }
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
  const { title, about } = form.texts
  return (
    <>
      <Button
        {...opener}
        {...(isSmall && { size: 'small' })}
        variant="secondary"
        onClick={() => setOpen(true)}
      >
        {title}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={title} description={about}>
        <Suspense>
          <PayBackForm
            {...form}
            send={async (refund) => onSaved(await send(refund))}
            keep={keep && { label: keep.label, send: async (amount) => onSaved(await keep.send(amount)) }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      </Dialog>
    </>
  )
}
