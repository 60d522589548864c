import { type ReactNode, useEffect, useState } from 'react'
import { m } from '../../paraglide/messages.js'
import { toast } from './toasts.tsx'

export interface DialogProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  children: ReactNode
}

/** A modal dialog for a form or a detail. Escape, the close button and a click outside close it. */
export function Dialog(props: DialogProps) {
  const loaded = useDialogs(props)
  return loaded ? <loaded.Dialog {...props} /> : null
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

/** Asks before an action that cannot be undone. A click outside does not close it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const loaded = useDialogs(props)
  return loaded ? <loaded.ConfirmDialog {...props} /> : null
}

type BaseDialogs = typeof import('./BaseDialogs.tsx')
let dialogs: BaseDialogs | undefined

/** The code of the dialogs, from the first opening on. If it can't be loaded, the dialog closes again with a toast. */
function useDialogs({ open, onClose }: Pick<DialogProps, 'open' | 'onClose'>): BaseDialogs | undefined {
  const [loaded, setLoaded] = useState(dialogs)
  useEffect(() => {
    if (!open || loaded) return
    import('./BaseDialogs.tsx').then(
      (found) => setLoaded((dialogs = found)),
      () => {
        toast.error(m.failure_no_network())
        onClose()
      },
    )
  }, [open, loaded, onClose])
  return loaded
}
