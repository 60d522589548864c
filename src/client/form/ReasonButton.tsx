import { Suspense, useState } from 'react'
import { Button, type ButtonProps } from '../../kit/Button.tsx'
import { loadedLater } from '../../kit/loaded-later.ts'
import type { ReasonDialogProps } from './ReasonDialog.tsx'

const ReasonDialog = loadedLater(() => import('./ReasonDialog.tsx').then((file) => file.ReasonDialog))

/** A button that opens a dialog, which asks for a reason and sends it. What was typed stays when it is closed. */
export function ReasonButton({ button, ...dialog }: ReasonDialogProps & { button: ButtonProps }) {
  const [open, setOpen] = useState<boolean>()
  return (
    <>
      <Button {...button} onClick={() => setOpen(true)}>
        {dialog.label}
      </Button>
      {open === undefined ? null : (
        <Suspense>
          <ReasonDialog {...dialog} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
