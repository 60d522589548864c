import { type ReactNode, Suspense, useState } from 'react'
import { Button, type ButtonProps } from '../../../../kit/Button.tsx'
import { loadedLater } from '../../../../kit/loaded-later.ts'
import { Dialog } from '../../../../kit/overlay/Dialog.tsx'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import type { Decision } from './decisions-api.ts'

const DecisionPreview = loadedLater(() =>
  import('./DecisionPreview.tsx').then((file) => file.DecisionPreview),
)

/** The payment or claim that is decided. */
export interface Decided {
  id: string
  version: number
}

interface DecideDialogProps {
  payment: Decided
  title: string
  /** Of the button that opens it. */
  button: Partial<ButtonProps>
  /** Said to screen readers after the title on the button. */
  about?: string
  description?: string
  /** What is decided, or the form that asks for it and calls `send`. */
  decision: Decision | ((send: (decision: Decision) => void) => ReactNode)
  onDone?: (() => void) | undefined
}

/** A button that opens a dialog in which something about money is decided: it shows what happens before it is booked. */
export function DecideDialog({
  payment,
  title,
  button,
  about,
  description,
  decision,
  onDone,
}: DecideDialogProps) {
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState<Decision>()
  const close = () => {
    setOpen(false)
    setChosen(undefined)
  }
  const isForm = typeof decision === 'function'
  const decided = isForm ? chosen : decision
  return (
    <>
      <Button size="small" {...button} onClick={() => setOpen(true)}>
        {title}
        {about ? <span className="sr-only">: {about}</span> : null}
      </Button>
      <Dialog
        open={open}
        onClose={close}
        title={title}
        description={isForm && !chosen ? description : undefined}
      >
        <Suspense fallback={<Skeleton className="h-24" />}>
          {/* Hidden, not removed: what was chosen is still there on the way back. */}
          {isForm ? <div hidden={Boolean(chosen)}>{decision(setChosen)}</div> : null}
          {open && decided ? (
            <DecisionPreview
              payment={payment}
              decision={decided}
              onBack={isForm ? () => setChosen(undefined) : undefined}
              onClose={close}
              onDone={onDone}
            />
          ) : null}
        </Suspense>
      </Dialog>
    </>
  )
}
