import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import type { ReactNode } from 'react'
import { m } from '../../paraglide/messages.js'
import { Button } from '../Button.tsx'
import { buttonLook } from '../button-look.ts'
import { backdropLook, popupLook } from './dialog-look.ts'

interface AskDialogProps {
  open: boolean
  /** Left without doing it: Cancel or Escape. */
  onClose: () => void
  title: ReactNode
  /** What will happen, and whether it can be taken back. */
  children: ReactNode
  /** The act itself ("Delete account"), never "OK". */
  confirm: string
  onConfirm: () => void
  busy?: boolean
  danger?: boolean
}

/** Asks once before something that can't be taken back. A press beside it does not count as an answer. */
export function AskDialog({
  open,
  onClose,
  title,
  children,
  confirm,
  onConfirm,
  busy,
  danger,
}: AskDialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Base.Portal>
        <Base.Backdrop forceRender className={backdropLook} />
        <Base.Popup className={popupLook}>
          <Base.Title className="text-xl font-bold">{title}</Base.Title>
          <Base.Description render={<div />} className="mt-2 text-muted">
            {children}
          </Base.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-2">
            <Base.Close className={buttonLook('quiet')}>{m.kit_cancel()}</Base.Close>
            <Button variant={danger ? 'danger' : 'primary'} busy={busy ?? false} onClick={onConfirm}>
              {confirm}
            </Button>
          </div>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
