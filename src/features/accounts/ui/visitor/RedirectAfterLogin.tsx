import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { accountsApi } from '../api.ts'
import { m } from '../../../../paraglide/messages.js'
import { classifyFailure } from '../../../../client/api.ts'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { destinationOf } from '../../destination.ts'

/** Looks up the role and leads on. Without an answer about the role somebody goes on as a customer. */
export function SentOn({ next }: { next: string | null }) {
  const { data, error } = useQuery(accountsApi.profile.queryOptions())
  const navigate = useNavigate()

  useEffect(() => {
    const failure = error ? classifyFailure(error) : undefined
    if (failure?.kind === 'session-ended') return
    // Asked of admins alone: their area shows how to get one.
    if (failure?.kind === 'refused' && failure.code === 'SECOND_FACTOR_NEEDED') {
      void navigate('/admin', { replace: true })
      return
    }
    if (error) toast.error(m.accounts_role_unknown())
    if (!data && !error) return
    const to = data ? destinationOf(data.role, next) : '/dashboard'
    // Elsewhere on the site stand pages without script, which this page can't become.
    if (/^\/(?:dashboard|admin|cart|checkout|search|results)/.test(to)) void navigate(to, { replace: true })
    else window.location.replace(to)
  }, [data, error, next, navigate])

  return null
}
