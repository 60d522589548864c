import { useSyncExternalStore } from 'react'
import { LAST_SEEN_HEADER } from '../../service-worker/messages.ts'

/** What the screens show instead of what the server would say, because it can't be reached. */
export interface OfflineState {
  /** When the oldest answer on the screens was given (ISO 8601); undefined if all are new. */
  lastSeen: string | undefined
  /** Calls that wait for the network. */
  unsent: number
}

let state: OfflineState = { lastSeen: undefined, unsent: 0 }
const listeners = new Set<() => void>()

function change(next: Partial<OfflineState>) {
  state = { ...state, ...next }
  for (const notify of listeners) notify()
}

/** Records whether an answer comes from the server, or from the service worker as the last one of an earlier time. */
export function recordAnswer({ headers }: Response): void {
  const header = headers.get(LAST_SEEN_HEADER)
  const time = header === null ? undefined : new Date(header).toISOString()
  if (!time && !state.lastSeen) return
  if (time && state.lastSeen && state.lastSeen <= time) return
  change({ lastSeen: time })
}

/** Resolves when the browser has a network again. Rejects if the call is given up before. */
export async function waitForNetwork(signal: AbortSignal): Promise<void> {
  if (navigator.onLine) return
  change({ unsent: state.unsent + 1 })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const onAbort = () => reject(signal.reason as Error)
  window.addEventListener('online', () => resolve(), { once: true })
  signal.addEventListener('abort', onAbort)
  try {
    await promise
  } finally {
    signal.removeEventListener('abort', onAbort)
    change({ unsent: state.unsent - 1 })
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const online: OfflineState = state

export const useOfflineState = (): OfflineState =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => online,
  )
