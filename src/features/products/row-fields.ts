import * as z from 'zod/mini'
import { currency, decimal, rowId, time } from '../../shared/contract.ts'
import { keysOf, pick } from '../../shared/pick.ts'

type Output<Fields> = { -readonly [Field in keyof Fields]: z.output<Fields[Field]> }

/**
 * The fields that the requests of all products share, with the names of the specification. The contracts, the answers
 * and the SQL of a customer's own list derive from them.
 */
export const requestFields = {
  id: rowId,
  user_id: rowId,
  price: z.nullable(decimal),
  currency,
  admin_feedback: z.nullable(z.string()),
  suggestions: z.nullable(z.array(z.string())),
  payment_confirmed: z.boolean(),
  payer_name: z.nullable(z.string()),
  receipt_number: z.nullable(z.string()),
  payment_method: z.nullable(z.string()),
  created_at: time,
  updated_at: time,
  /** Increases with every change. A caller sends it back so that a newer change is not overwritten. */
  version: z.number(),
  /** Why the last claim of payment was rejected, until there is a new claim. */
  claim_rejection: z.nullable(z.string()),
  /** What the payer types beside the amount, once there is one to pay. */
  reference: z.nullable(z.string()),
  /** The id of the service that the request renews, if it does. */
  renews: z.nullable(rowId),
  /** Its service is being registered or set up. The status changes once that is done. */
  in_delivery: z.boolean(),
}

/** A stored request with its valid claim of payment, before its product names its fields. */
export interface RequestFacts extends Output<typeof requestFields> {
  subject: string
  status: string
  details: Record<string, unknown>
}

export const presentRequest = (request: RequestFacts) => pick(request, keysOf(requestFields))

/**
 * The fields that all services share. `renewal` is what the customer can do: renew (`now`), ask for the renewal
 * (`request`), wait for one that was asked for (`requested`), or nothing.
 */
export const serviceFields = {
  id: rowId,
  user_id: rowId,
  status: z.string(),
  expires_at: z.nullable(time),
  created_at: time,
  renewal: z.nullable(z.enum(['now', 'request', 'requested'])),
  /**
   * What the customer gets and owes by it: the new end, and the price; null for "price on request". `restore` is the part of
   * it that brings a domain back in redemption; null without.
   */
  next_period: z.nullable(
    z.object({ expires_at: time, price: z.nullable(decimal), restore: z.nullable(decimal), currency }),
  ),
}

/** A stored service, before its product names its fields. */
export interface ServiceFacts extends Output<typeof serviceFields> {
  name: string
  details: Record<string, unknown>
  started_at: string
}

export const presentService = (service: ServiceFacts) => pick(service, keysOf(serviceFields))
