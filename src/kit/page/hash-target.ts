import { useEffect } from 'react'
import { useLocation } from 'react-router'

/**
 * Brings what the address names (`/admin/settings#mail`) into view as soon as it is there: the router has looked for
 * it before the data came, and found nothing.
 */
export function useHashTarget(isThere: boolean): void {
  const { hash } = useLocation()
  useEffect(() => {
    if (isThere && hash) document.getElementById(hash.slice(1))?.scrollIntoView()
  }, [hash, isThere])
}
