import { useEffect, useState, type ComponentType } from 'react'

export type ToastKind = 'success' | 'notice' | 'error'

/** A sentence that is to be shown for so many milliseconds. */
export interface Said {
  kind: ToastKind
  text: string
  timeout: number
}

type Shelf = ComponentType<{ next: () => Said | undefined; onSaid: (listener: () => void) => () => void }>

const waiting: Said[] = []
const listeners = new Set<() => void>()

const show = (kind: ToastKind, timeout: number) => (text: string) => {
  waiting.push({ kind, text, timeout })
  for (const tell of listeners) tell()
}

/**
 * Short sentences at the edge of the screen, from anywhere in the browser's code. Successes stay 2 seconds,
 * confirmations 3, everything else 4, and they wait while somebody points at them. Errors are spoken at once.
 */
export const toast = {
  success: show('success', 2000),
  /** What was put somewhere out of sight, such as a cart. */
  confirmation: show('success', 3000),
  notice: show('notice', 4000),
  error: show('error', 4000),
}

const next = () => waiting.shift()

function onSaid(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const AFTER_THE_PAGE_MS = 1_000

/**
 * Where the toasts appear: once, in the root of every page that runs a script. What shows them is fetched when the
 * page stands, or with the first sentence: no screen waits for it, and it is there when the network no longer is.
 */
export function Toasts() {
  const [loaded, setLoaded] = useState<{ Shelf: Shelf }>()
  useEffect(() => {
    if (loaded) return undefined
    const load = () =>
      import('./ToastShelf.tsx').then(
        ({ ToastShelf }) => setLoaded({ Shelf: ToastShelf }),
        // What could not be fetched is tried again with the next sentence.
        () => {},
      )
    const timer = setTimeout(load, waiting.length ? 0 : AFTER_THE_PAGE_MS)
    const stop = onSaid(() => void load())
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [loaded])
  return loaded ? <loaded.Shelf next={next} onSaid={onSaid} /> : null
}
