import { useSyncExternalStore } from 'react'

const STEP_MS = 15_000
const moment = () => Math.floor(Date.now() / STEP_MS) * STEP_MS

/** The time in milliseconds, kept true to a quarter of a minute while it is looked at. */
export const useNow = () => useSyncExternalStore(follow, moment, moment)

function follow(tell: () => void) {
  const timer = setInterval(tell, STEP_MS)
  return () => clearInterval(timer)
}
