import * as z from 'zod/mini'
import { dollars, rowId, time } from '../../shared/contract.ts'
import type { RecordFacts, RequestFacts } from './product-definition.ts'

/** The fields that the requests of all products share, under the names of the specification. */
export const requestFields = {
  id: rowId,
  user_id: rowId,
  price: z.nullable(dollars),
  admin_feedback: z.nullable(z.string()),
  suggestions: z.nullable(z.array(z.string())),
  payment_confirmed: z.boolean(),
  payer_name: z.nullable(z.string()),
  receipt_number: z.nullable(z.string()),
  payment_method: z.nullable(z.string()),
  created_at: time,
  updated_at: time,
  /** Grows with every change; send it back to find out about a newer one. */
  version: z.number(),
  /** Why the last claim of payment was turned down, until there is another. */
  claim_rejection: z.nullable(z.string()),
  /** The record that the request asks to renew, if it does. */
  renews: z.nullable(rowId),
}

export const presentRequest = (row: RequestFacts) => ({
  id: row.id,
  user_id: row.user_id,
  price: row.price,
  admin_feedback: row.admin_feedback,
  suggestions: row.suggestions,
  payment_confirmed: row.payment_confirmed,
  payer_name: row.payer_name,
  receipt_number: row.receipt_number,
  payment_method: row.payment_method,
  created_at: row.created_at,
  updated_at: row.updated_at,
  version: row.version,
  claim_rejection: row.claim_rejection,
  renews: row.renews,
})

/**
 * The fields that all records share. `renewal` says what the customer can do now: renew at once (`now`), ask for the
 * renewal (`request`), wait for one that is asked for (`requested`), or nothing.
 */
export const recordFields = {
  id: rowId,
  user_id: rowId,
  status: z.string(),
  expires_at: z.nullable(time),
  created_at: time,
  renewal: z.nullable(z.enum(['now', 'request', 'requested'])),
}

export const presentRecord = (row: RecordFacts) => ({
  id: row.id,
  user_id: row.user_id,
  status: row.status,
  expires_at: row.expires_at,
  created_at: row.created_at,
  renewal: row.renewal,
})
