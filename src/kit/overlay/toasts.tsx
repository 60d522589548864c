import { useEffect, useState, type ComponentType } from 'react'
import type { ToastListProps, ToastMessage } from './ToastList.tsx'

const queue: ToastMessage[] = []
const listeners = new Set<() => void>()

const show = (kind: ToastMessage['kind'], timeout: number) => (text: string) => {
  queue.push({ kind, text, timeout })
  for (const listener of listeners) listener()
}

/**
 * Shows a toast, from any code in the browser. Successes stay 2 seconds, confirmations 3, others 4; the time stops
 * while the pointer is over a toast. Screen readers announce errors immediately.
 */
export const toast = {
  success: show('success', 2000),
  /** Something was added to a list that is not on screen, such as the cart. */
  confirmation: show('success', 3000),
  notice: show('notice', 4000),
  error: show('error', 4000),
}

const next = () => queue.shift()

function onMessage(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const LOAD_DELAY_MS = 1_000

/**
 * Shows the toasts: once, in the root of every page that runs a script. The list is loaded after the page or with
 * the first toast, so that no screen waits for it and it is available when the network fails later.
 */
export function Toasts() {
  const [loaded, setLoaded] = useState<{ ToastList: ComponentType<ToastListProps> }>()
  useEffect(() => {
    if (loaded) return undefined
    const load = () =>
      import('./ToastList.tsx').then(
        ({ ToastList }) => setLoaded({ ToastList }),
        // The next toast tries again to load it.
        () => {},
      )
    const timer = setTimeout(load, queue.length ? 0 : LOAD_DELAY_MS)
    const stop = onMessage(() => void load())
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [loaded])
  return loaded ? <loaded.ToastList next={next} onMessage={onMessage} /> : null
}
