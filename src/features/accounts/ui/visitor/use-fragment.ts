import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../../../../client/session.ts'

/**
 * What a link carries in its fragment, which is taken out of the address bar (and so out of the history) at once.
 * Undefined while the page is still the server's.
 */
export function useFragment(): URLSearchParams | undefined {
  const { hash, pathname } = useLocation()
  const isRunning = useSession().status !== 'unknown'
  const [carried] = useState(() => hash)
  useEffect(() => {
    if (hash) window.history.replaceState(window.history.state, '', pathname)
  }, [hash, pathname])
  return isRunning ? new URLSearchParams((carried || hash).slice(1)) : undefined
}
