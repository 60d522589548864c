import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** Whether the browser's own storage can be read yet: not while the page is as the server wrote it. */
export const useKnown = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
