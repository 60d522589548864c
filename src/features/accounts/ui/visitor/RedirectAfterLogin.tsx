import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { accountsApi } from '../accounts.api.ts'
import { m } from '../../../../paraglide/messages.js'
import { classifyFailure } from '../../../../client/api.ts'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { destinationOf } from '../../destination.ts'

/** Redirects by the role of the profile. If the profile fails to load, the person continues as a customer. */
export function RedirectAfterLogin({ next }: { next: string | null }) {
  const { data, error } = useQuery(accountsApi.profile.queryOptions())
  const navigate = useNavigate()

  useEffect(() => {
    const failure = error ? classifyFailure(error) : undefined
    if (failure?.kind === 'session-ended') return
    // Only admins are refused for this. Their area shows how to set up a factor.
    if (failure?.kind === 'refused' && failure.code === 'SECOND_FACTOR_NEEDED') {
      void navigate('/admin', { replace: true })
      return
    }
    if (error) toast.error(m.accounts_role_unknown())
    if (!data && !error) return
    const to = data ? destinationOf(data.role, next) : '/dashboard'
    // The other pages work without script: they are loaded, not routed to.
    if (/^\/(?:dashboard|admin|cart|checkout|search|results)/.test(to)) void navigate(to, { replace: true })
    else window.location.replace(to)
  }, [data, error, next, navigate])

  return null
}
