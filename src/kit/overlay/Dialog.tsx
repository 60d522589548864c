import { useEffect, useState } from 'react'
import { m } from '../../paraglide/messages.js'
import type { ConfirmDialogProps, DialogProps } from './BaseDialogs.tsx'
import { toast } from './toasts.tsx'

/** A modal dialog for a form or a detail. Escape, the close button and a click outside close it. */
export function Dialog(props: DialogProps) {
  const loaded = useDialogs(props)
  return loaded ? <loaded.Dialog {...props} /> : null
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
