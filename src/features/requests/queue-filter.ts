import * as z from 'zod/mini'
import { id } from '../../shared/contract.ts'

export const queueClaims = ['claimed', 'unclaimed'] as const

/**
 * The fields that narrow an admin's queue of requests or orders. The endpoints' inputs, the URL and the call derive
 * from them. `claimed` means claimed and not delivered; `unclaimed` means offered without a claim.
 */
export const queueFilterFields = {
  /** One request or order, as links name it. */
  id: z.optional(id),
  /** Those of one customer. */
  customer: z.optional(id),
  status: z.optional(z.string().check(z.maxLength(40))),
  claim: z.optional(z.enum(queueClaims)),
  /** Part of a name, of the customer's names, email or phone number, or a whole receipt number. */
  q: z.optional(z.string().check(z.maxLength(200))),
}

/** By what an admin's queue of requests, or of orders, can be sorted. */
export const requestSorts = ['name', 'status', 'customer', 'amount', 'since'] as const
export type RequestSort = (typeof requestSorts)[number]
export const orderSorts = ['number', 'status', 'customer', 'amount', 'since'] as const
export type OrderSort = (typeof orderSorts)[number]

export type QueueFilter = z.output<z.ZodMiniObject<typeof queueFilterFields>>
