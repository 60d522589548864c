import { CircleAlert, CircleCheck, Info, X, type LucideIcon } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { m } from '../../paraglide/messages.js'
import { classes } from '../classes.ts'

interface ToastMessage {
  id: number
  kind: 'success' | 'notice' | 'error'
  text: string
  /** What the toast offers, such as to undo what it says. */
  offer?: { label: string; act: () => void }
  /** Milliseconds until it disappears. */
  timeout: number
}

const MOST_SHOWN = 20

const none: readonly ToastMessage[] = []
let shown = none
let lastId = 0
const listeners = new Set<() => void>()

function update(next: readonly ToastMessage[]) {
  shown = next
  for (const listener of listeners) listener()
}

const add = (message: Omit<ToastMessage, 'id'>) =>
  update([...shown, { id: ++lastId, ...message }].slice(-MOST_SHOWN))

const show = (kind: ToastMessage['kind'], timeout: number) => (text: string) => add({ kind, text, timeout })

/**
 * Shows a toast, from any code in the browser. Successes stay 2 seconds, confirmations 3, others 4; the time stops
 * while the pointer moves over a toast or the focus is on it. Screen readers announce errors immediately.
 */
export const toast = {
  success: show('success', 2000),
  /** Something was added to a list that is not on screen, such as the cart. */
  confirmation: show('success', 3000),
  notice: show('notice', 4000),
  error: show('error', 4000),
  /** Something that can be undone while the toast stays, for `timeout` milliseconds. */
  undoable: (text: string, { timeout, ...offer }: { label: string; act: () => void; timeout: number }) =>
    add({ kind: 'notice', text, timeout, offer }),
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Shows the toasts, at most 20 at a time: once, in the root of every page that runs a script. The live region exists
 * before its first message, which would not be announced otherwise.
 */
export function Toasts() {
  const messages = useSyncExternalStore(
    subscribe,
    () => shown,
    () => none,
  )
  return (
    <section
      aria-label={m.kit_notifications()}
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-60 flex max-lg:in-[:has([data-tabs])]:bottom-20 flex-col items-end gap-2 sm:left-auto sm:w-full sm:max-w-sm"
    >
      {messages.map((message) => (
        <Toast key={message.id} message={message} />
      ))}
    </section>
  )
}

const styles: Record<ToastMessage['kind'], { icon: LucideIcon; colours: string }> = {
  success: { icon: CircleCheck, colours: 'text-available' },
  notice: { icon: Info, colours: 'text-primary' },
  error: { icon: CircleAlert, colours: 'text-danger' },
}

function Toast({ message: { id, kind, text, timeout, offer } }: { message: ToastMessage }) {
  const [isHeld, setHeld] = useState(false)
  const left = useRef(timeout)
  const close = () => update(shown.filter((one) => one.id !== id))
  useEffect(() => {
    // What is offered ends at its time, also under the pointer.
    if (isHeld && !offer) return undefined
    const start = Date.now()
    const timer = setTimeout(() => update(shown.filter((one) => one.id !== id)), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= Date.now() - start
    }
  }, [id, isHeld, offer])
  const { icon: Icon, colours } = styles[kind]
  return (
    <div
      role={kind === 'error' ? 'alert' : undefined}
      // Not on entering: a toast that appears under a resting pointer is not pointed at.
      onPointerMove={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      className="pointer-events-auto flex w-full animate-rise items-start gap-3 rounded-control border border-edge bg-card py-3 pr-2 pl-4 shadow-soft"
    >
      <Icon aria-hidden className={classes('size-5 shrink-0 self-center', colours)} />
      <p className="min-w-0 flex-1 self-center break-words">{text}</p>
      {offer ? (
        <button
          type="button"
          className="touch self-center rounded-control px-2 font-semibold text-primary underline"
          onClick={() => {
            close()
            offer.act()
          }}
        >
          {offer.label}
        </button>
      ) : null}
      <button
        type="button"
        aria-label={m.kit_close()}
        onClick={close}
        className="grid size-7 shrink-0 touch place-items-center self-center rounded-control text-muted hover:text-ink"
      >
        <X aria-hidden className="size-4" />
      </button>
    </div>
  )
}
