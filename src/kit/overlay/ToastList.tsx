import { Toast } from '@base-ui/react/toast'
import { CircleAlert, CircleCheck, Info, X, type LucideIcon } from 'lucide-react'
import { useEffect } from 'react'
import { m } from '../../paraglide/messages.js'
import { classes } from '../classes.ts'

export interface ToastMessage {
  kind: 'success' | 'notice' | 'error'
  text: string
  /** Milliseconds until it disappears. */
  timeout: number
}

const styles: Record<ToastMessage['kind'], { icon: LucideIcon; colours: string }> = {
  success: { icon: CircleCheck, colours: 'text-available' },
  notice: { icon: Info, colours: 'text-primary' },
  error: { icon: CircleAlert, colours: 'text-danger' },
}

const manager = Toast.createToastManager<object>()

export interface ToastListProps {
  /** Removes the oldest message from the queue and returns it. */
  next: () => ToastMessage | undefined
  /** Calls the listener whenever a message is queued; returns the way to unsubscribe. */
  onMessage: (listener: () => void) => () => void
}

/** Shows the toasts, at most 20 at a time. The live region must exist before its first message to be announced. */
export function ToastList({ next, onMessage }: ToastListProps) {
  useEffect(() => {
    const showQueued = () => {
      for (let message = next(); message; message = next())
        manager.add({
          type: message.kind,
          title: message.text,
          timeout: message.timeout,
          priority: message.kind === 'error' ? 'high' : 'low',
        })
    }
    showQueued()
    return onMessage(showQueued)
  }, [next, onMessage])
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
    const { icon: Icon, colours } = styles[one.type as ToastMessage['kind']] ?? styles.notice
    return (
      <Toast.Root
        key={one.id}
        toast={one}
        // Base UI hides toasts from screen readers until they are focused, but a hidden button must not be focusable.
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
