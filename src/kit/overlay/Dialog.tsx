import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../../paraglide/messages.js'
import { backdropLook, popupLook } from './dialog-look.ts'

interface DialogProps {
  open: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  children: ReactNode
}

/** Work that interrupts the page: a form or a detail. Escape, the cross and a press beside it close it. */
export function Dialog({ open, onClose, title, description, children }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => next || onClose()}>
      <Base.Portal>
        <Base.Backdrop forceRender className={backdropLook} />
        <Base.Popup className={popupLook}>
          <div className="mb-4 flex items-start justify-between gap-4">
            <div className="min-w-0 wrap-anywhere">
              <Base.Title className="text-xl font-bold">{title}</Base.Title>
              {description ? (
                <Base.Description className="mt-1 text-muted">{description}</Base.Description>
              ) : null}
            </div>
            <Base.Close
              aria-label={m.kit_close()}
              className="-mt-1 -mr-1 grid size-9 shrink-0 touch place-items-center rounded-control text-muted hover:bg-well hover:text-ink"
            >
              <X aria-hidden className="size-5" />
            </Base.Close>
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}
