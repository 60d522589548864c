import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useSession } from '../../../../client/session.ts'

/**
 * The parameters in the fragment of the address. They are removed from the address bar and the history. Undefined until
 * the page is hydrated.
 */
export function useFragment(): URLSearchParams | undefined {
  const { hash, pathname } = useLocation()
  const isHydrated = useSession().status !== 'unknown'
  const [initialHash] = useState(() => hash)
  useEffect(() => {
    if (hash) window.history.replaceState(window.history.state, '', pathname)
  }, [hash, pathname])
  return isHydrated ? new URLSearchParams((initialHash || hash).slice(1)) : undefined
}
