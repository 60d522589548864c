import { useSyncExternalStore } from 'react'

const subscribeToNothing = () => () => {}

/** Whether the browser has taken over the page. Before that, it is the HTML that every visitor gets for its path. */
export const useIsHydrated = () =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
