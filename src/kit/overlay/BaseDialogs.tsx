import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import type { ReactNode } from 'react'
import { X } from 'lucide-react'
import { AlertDialog as BaseAlertDialog } from '@base-ui/react/alert-dialog'
import { m } from '../../paraglide/messages.js'
import { Button, buttonClasses } from '../Button.tsx'

// Base UI is larger than most screens: `Dialog.tsx` loads this file with the first dialog.

export interface DialogProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  children: ReactNode
}

export function Dialog({ open, onClose, title, description, children }: DialogProps) {
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop forceRender className={backdropClasses} />
        <BaseDialog.Popup className={popupClasses}>
          <div className="mb-4 flex items-start justify-between gap-4">
            <div className="min-w-0 wrap-anywhere">
              <BaseDialog.Title className="text-xl font-bold">{title}</BaseDialog.Title>
              {description ? (
                <BaseDialog.Description className="mt-1 text-muted">{description}</BaseDialog.Description>
              ) : null}
            </div>
            <BaseDialog.Close
              aria-label={m.kit_close()}
              className="-mt-1 -mr-1 grid size-9 shrink-0 touch place-items-center rounded-control text-muted hover:bg-well hover:text-ink"
            >
              <X aria-hidden className="size-5" />
            </BaseDialog.Close>
          </div>
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

export interface ConfirmDialogProps {
  open: boolean
  /** Called on Cancel and Escape. */
  onClose: () => void
  title: ReactNode
  /** What will happen, and whether it can be undone. */
  children: ReactNode
  /** The label of the button: the action itself ("Delete account"), never "OK". */
  confirm: string
  onConfirm: () => void
  busy?: boolean
  danger?: boolean
}

export function ConfirmDialog({
  open,
  onClose,
  title,
  children,
  confirm,
  onConfirm,
  busy,
  danger,
}: ConfirmDialogProps) {
  return (
    <BaseAlertDialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <BaseAlertDialog.Portal>
        <BaseAlertDialog.Backdrop forceRender className={backdropClasses} />
        <BaseAlertDialog.Popup className={popupClasses}>
          <BaseAlertDialog.Title className="text-xl font-bold">{title}</BaseAlertDialog.Title>
          <BaseAlertDialog.Description render={<div />} className="mt-2 text-muted">
            {children}
          </BaseAlertDialog.Description>
          <div className="mt-6 flex flex-wrap justify-end gap-2">
            <BaseAlertDialog.Close className={buttonClasses('quiet')}>{m.kit_cancel()}</BaseAlertDialog.Close>
            <Button variant={danger ? 'danger' : 'primary'} busy={busy ?? false} onClick={onConfirm}>
              {confirm}
            </Button>
          </div>
        </BaseAlertDialog.Popup>
      </BaseAlertDialog.Portal>
    </BaseAlertDialog.Root>
  )
}

/** Dims the page, and an outer dialog too: both have the same z-index and are ordered by the document. */
const backdropClasses =
  'fixed inset-0 z-50 bg-[#0a1415]/55 transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0'

/** A sheet at the bottom on a phone, a centred card on a wider screen. */
const popupClasses =
  'fixed z-50 flex max-h-[90dvh] w-full flex-col overflow-y-auto bg-card p-5 shadow-soft transition-[opacity,translate] outline-none sm:p-6 ' +
  'max-sm:inset-x-0 max-sm:bottom-0 max-sm:rounded-t-card ' +
  'sm:top-1/2 sm:left-1/2 sm:max-w-lg sm:-translate-1/2 sm:rounded-card ' +
  'data-ending-style:opacity-0 data-starting-style:opacity-0 ' +
  'max-sm:data-ending-style:translate-y-6 max-sm:data-starting-style:translate-y-6'
