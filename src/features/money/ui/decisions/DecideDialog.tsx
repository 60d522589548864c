import { type ReactNode, Suspense, useState } from 'react'
import { Button, type ButtonProps } from '../../../../kit/Button.tsx'
import { loadedLater } from '../../../../kit/loaded-later.ts'
import { Dialog } from '../../../../kit/overlay/Dialog.tsx'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import type { Decided, Decision } from './decisions.api.ts'

const DecisionPreview = loadedLater(() =>
  import('./DecisionPreview.tsx').then((file) => file.DecisionPreview),
)

interface DecideDialogProps {
  payment: Decided
  title: string
  button: Partial<ButtonProps>
  /** Said to screen readers after the title on the button. */
  about?: string
  description?: string
  decision?: Decision
  /** The form that asks for it, where it is not given, and calls `send`. */
  renderForm?: (send: (decision: Decision) => void) => ReactNode
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
  renderForm,
  onDone,
}: DecideDialogProps) {
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState<Decision>()
  const close = () => {
    setOpen(false)
    setChosen(undefined)
  }
  const decided = decision ?? chosen
  return (
    <>
      <Button size="small" {...button} onClick={() => setOpen(true)}>
        {title}
        {about ? <span className="sr-only">: {about}</span> : null}
      </Button>
      <Dialog open={open} onClose={close} title={title} description={decided ? undefined : description}>
        <Suspense fallback={<Skeleton className="h-24" />}>
          {/* Hidden, not removed: what was chosen is still there on the way back. */}
          {renderForm ? <div hidden={Boolean(chosen)}>{renderForm(setChosen)}</div> : null}
          {open && decided ? (
            <DecisionPreview
              payment={payment}
              decision={decided}
              onBack={renderForm ? () => setChosen(undefined) : undefined}
              onClose={close}
              onDone={onDone}
            />
          ) : null}
        </Suspense>
      </Dialog>
    </>
  )
}
