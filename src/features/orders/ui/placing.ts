import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { v4 as uuid } from 'uuid'
import { call } from '../../../main/api.ts'
import { m } from '../../../paraglide/messages.js'
import { failureOf } from '../../../platform/ui/call.ts'
import { toast } from '../../../platform/ui/toasts.tsx'
import { forgetOrdered, tellMirror } from './cart-store.ts'

/**
 * Places an order of domains and leads to its page. A repeated press after a lost answer is the same attempt: it
 * carries the same key, and no second order comes of it.
 */
export function usePlacing() {
  const [keys] = useState(() => new Map<string, string>())
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (domains: readonly string[]) => {
      // What the mirror hears after the order would put a name back that the order has just emptied out of it.
      await tellMirror()
      const attempt = domains.join(' ')
      const idempotencyKey = keys.get(attempt) ?? uuid()
      keys.set(attempt, idempotencyKey)
      return call.orders.place({ domains: [...domains] }, { context: { idempotencyKey } })
    },
    onSuccess: ({ id, domains }) => {
      keys.clear()
      toast.success(m.checkout_done())
      forgetOrdered(domains)
      void navigate(`/dashboard/orders/${id}`)
    },
  })
}

/** Why a domain can't be ordered. */
export type RefusedFor = 'gone' | 'premium' | 'invalid'

/** The domains that an order was refused for. */
export function refusedIn(error: unknown): ReadonlyMap<string, RefusedFor> {
  const failure = error ? failureOf(error) : undefined
  if (failure?.kind !== 'refused') return new Map()
  if (failure.code === 'NOT_AVAILABLE') {
    const { domains } = failure.data as { domains: { domain: string; reason: 'gone' | 'premium' }[] }
    return new Map(domains.map(({ domain, reason }) => [domain, reason]))
  }
  if (failure.code !== 'DOMAIN_NAME_INVALID') return new Map()
  return new Map((failure.data as { domains: string[] }).domains.map((domain) => [domain, 'invalid']))
}
