import { randomUUID } from '../../../client/random-uuid.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { cartApi, ordersApi } from './api.ts'
import { m } from '../../../paraglide/messages.js'
import { classifyFailure } from '../../../client/api.ts'
import { toast } from '../../../kit/overlay/toasts.tsx'
import { useSession } from '../../../client/session.ts'
import { refusalCode } from '../../../client/error-messages.ts'
import { completeMirror, forgetOrdered } from './cart-store.ts'

/**
 * Places an order of domains and leads to its page. A repeated press after a lost answer is the same attempt: it
 * carries the same key, and no second order comes of it.
 */
export function usePlacing() {
  const [keys] = useState(() => new Map<string, string>())
  const navigate = useNavigate()
  const client = useQueryClient()
  const session = useSession()
  return useMutation({
    mutationFn: async (domains: readonly string[]) => {
      // An order takes its names from the mirror, which must have heard of all of them.
      if (session.status === 'signed-in') await completeMirror(session.userId)
      const attempt = domains.join(' ')
      const idempotencyKey = keys.get(attempt) ?? randomUUID()
      keys.set(attempt, idempotencyKey)
      return ordersApi.place.call({ domains: [...domains] }, { context: { idempotencyKey } })
    },
    onSuccess: ({ id, domains }) => {
      keys.clear()
      toast.success(m.checkout_done())
      forgetOrdered(domains)
      void navigate(`/dashboard/orders/${id}`)
    },
    onError: (error) => {
      // Another device has changed the cart: it is shown as it is now.
      if (refusalCode(error) === 'NOT_IN_CART')
        void client.invalidateQueries({ queryKey: cartApi.list.key() })
    },
  })
}

/** Why a domain can't be ordered. */
export type RefusedFor = 'gone' | 'premium' | 'invalid' | 'ordered'

/** The domains that an order was refused for. */
export function refusedIn(error: unknown): ReadonlyMap<string, RefusedFor> {
  const failure = error ? classifyFailure(error) : undefined
  if (failure?.kind !== 'refused') return new Map()
  if (failure.code === 'NOT_AVAILABLE') {
    const { domains } = failure.data as { domains: { domain: string; reason: 'gone' | 'premium' }[] }
    return new Map(domains.map(({ domain, reason }) => [domain, reason]))
  }
  const reason = ({ DOMAIN_NAME_INVALID: 'invalid', ALREADY_ORDERED: 'ordered' } as const)[failure.code]
  if (!reason) return new Map()
  return new Map((failure.data as { domains: string[] }).domains.map((domain) => [domain, reason]))
}
