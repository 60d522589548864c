import { Toast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, X, type LucideIcon } from 'lucide-react'
import { useEffect } from 'react'
import { m } from '../../paraglide/messages.js'
import { classes } from '../classes.ts'
import type { Said, ToastKind } from './toasts.tsx'

const looks: Record<ToastKind, { icon: LucideIcon; colours: string }> = {
  success: { icon: CircleCheck, colours: 'text-available' },
  notice: { icon: Info, colours: 'text-primary' },
  error: { icon: CircleAlert, colours: 'text-danger' },
}

const manager = Toast.createToastManager<object>()

interface ToastShelfProps {
  /** Takes the sentence that has waited longest. */
  next: () => Said | undefined
  onSaid: (listener: () => void) => () => void
}

/** Shows the toasts, at most 20 at a time. It stands before the first sentence does, so that it is read out. */
export function ToastShelf({ next, onSaid }: ToastShelfProps) {
  useEffect(() => {
    const take = () => {
      for (let said = next(); said; said = next())
        manager.add({
          type: said.kind,
          title: said.text,
          timeout: said.timeout,
          priority: said.kind === 'error' ? 'high' : 'low',
        })
    }
    take()
    return onSaid(take)
  }, [next, onSaid])
  return (
    <Toast.Provider toastManager={manager} timeout={4000} limit={20}>
      <Toast.Portal>
        <Toast.Viewport
          aria-label={m.kit_notifications()}
          className="fixed inset-x-4 bottom-4 z-60 flex max-lg:in-[:has([data-tabs])]:bottom-20 flex-col items-end gap-2 outline-none sm:left-auto sm:w-full sm:max-w-sm"
        >
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function List() {
  const { toasts } = Toast.useToastManager()
  return toasts.map((one) => {
    const { icon: Icon, colours } = looks[one.type as ToastKind] ?? looks.notice
    return (
      <Toast.Root
        key={one.id}
        toast={one}
        // Toasts are hidden from screen readers until they are focused; a button can't hide and be focused.
        aria-hidden={false}
        className="w-full rounded-control border border-edge bg-card shadow-soft transition-[opacity,translate] data-ending-style:opacity-0 data-limited:hidden data-starting-style:translate-y-3 data-starting-style:opacity-0"
      >
        <Toast.Content className="flex items-start gap-3 py-3 pr-2 pl-4">
          <Icon aria-hidden className={classes('size-5 shrink-0 self-center', colours)} />
          <Toast.Title render={<p />} className="min-w-0 flex-1 self-center break-words" />
          <Toast.Close
            aria-hidden={false}
            aria-label={m.kit_close()}
            className="grid size-7 shrink-0 touch place-items-center self-center rounded-control text-muted hover:text-ink"
          >
            <X aria-hidden className="size-4" />
          </Toast.Close>
        </Toast.Content>
      </Toast.Root>
    )
  })
}
