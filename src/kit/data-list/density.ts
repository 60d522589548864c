import { useSyncExternalStore } from 'react'

const STORAGE_KEY = 'kikoa-list-rows'
const listeners = new Set<() => void>()

const read = () => localStorage.getItem(STORAGE_KEY) === 'comfortable'

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function setComfortable(on: boolean) {
  if (on) localStorage.setItem(STORAGE_KEY, 'comfortable')
  else localStorage.removeItem(STORAGE_KEY)
  for (const listener of listeners) listener()
}

/** Whether this browser's lists have higher rows. */
export const useComfortable = () => useSyncExternalStore(subscribe, read, () => false)
