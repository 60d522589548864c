import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useRef } from 'react'
import { X } from 'lucide-react'
import { AlertDialog as BaseAlertDialog } from '@base-ui/react/alert-dialog'
import { m } from '../../paraglide/messages.js'
import { Button, buttonClasses } from '../Button.tsx'
import { classes } from '../classes.ts'

// Base UI is larger than most screens: `Dialog.tsx` loads this file with the first dialog.

export interface DialogProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  /** At the top of the window, so that a list below a field can grow. In the middle by default. */
  isAtTop?: boolean
  /** For a form with two columns. */
  isWide?: boolean
  /** What has the focus first; by default the first empty field. After a touch it is the dialog, because a field opens the keyboard. */
  initialFocus?: RefObject<HTMLElement | null>
  children: ReactNode
}

export function Dialog(props: DialogProps) {
  const { open, onClose, title, description, isAtTop = false, isWide = false, initialFocus, children } = props
  const popup = useRef<HTMLDivElement>(null)
  const fieldToFill = (openedBy: string) => {
    if (openedBy === 'touch') return true
    const fields = [...popup.current!.querySelectorAll<HTMLInputElement>('input, select, textarea')]
    return fields.find(({ value }) => !value) ?? fields[0] ?? true
  }
  return (
    <BaseDialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop forceRender className={backdropClasses} />
        <BaseDialog.Popup
          className={classes(
            popupClasses,
            isAtTop ? topClasses : middleClasses,
            isAtTop || isWide ? 'sm:max-w-3xl' : 'sm:max-w-lg',
          )}
          ref={popup}
          initialFocus={initialFocus ?? fieldToFill}
        >
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
        <BaseAlertDialog.Popup className={classes(popupClasses, middleClasses)}>
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

const popupClasses =
  'fixed z-50 flex max-h-[90dvh] w-full flex-col overflow-y-auto bg-card p-5 shadow-soft transition-[opacity,translate] outline-none max-sm:inset-x-0 sm:left-1/2 sm:rounded-card sm:p-6 ' +
  'data-ending-style:opacity-0 data-starting-style:opacity-0'

/** A sheet at the bottom on a phone, a centred card on a wider screen. */
const middleClasses =
  'max-sm:bottom-0 max-sm:rounded-t-card sm:top-1/2 sm:-translate-1/2 ' +
  'max-sm:data-ending-style:translate-y-6 max-sm:data-starting-style:translate-y-6'

/** Below the edge of the window, over its whole width on a phone. */
const topClasses = 'max-sm:top-0 max-sm:rounded-b-card sm:top-16 sm:-translate-x-1/2'
