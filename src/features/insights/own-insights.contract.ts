import * as z from 'zod/mini'
import { currency, decimal, rowId, signedIn, time } from '../../shared/contract.ts'
import { productNames } from '../products/products.ts'
import { activities } from './activities.ts'

/** An event about the customer's own requests, services, orders or profile. */
const activity = z.object({
  id: z.number(),
  at: time,
  type: z.enum(activities),
  /** The values for the text: the product, the subject, the status. */
  data: z.record(z.string(), z.unknown()),
})

/** A task of the customer: an offer or an order to pay, a transfer that was refused, names to choose from, or an expiry. */
const need = z.object({
  type: z.enum(['offer', 'transfer', 'suggestions', 'expiry', 'order']),
  /** The product; null for an order. */
  kind: z.nullable(z.enum(productNames)),
  /** The id of the request, the service or the order. */
  id: rowId,
  subject: z.string(),
  /** The amount to be paid, or what the renewal of an expiry costs; null where the shop has set no price. */
  amount: z.nullable(decimal),
  /** The term that it is for, in months. Null for several terms, and without an end. */
  months: z.nullable(z.number()),
  currency,
  /** Of the amount due: the page to pay on has it in its address. Null where there is none yet. */
  reference: z.nullable(z.string()),
  /** Whether the amount was due on an earlier day. */
  overdue: z.boolean(),
  /** The suggested names. */
  suggestions: z.array(z.string()),
  /** When what is renewed expires. */
  expires_at: z.nullable(time),
  /** What can be done about an expiry now. Null where it is too early. */
  renewal: z.nullable(z.enum(['now', 'request'])),
})

/** What a customer's dashboard tells. */
export const ownInsightsContract = {
  counters: signedIn
    .route({
      method: 'GET',
      path: '/counters',
      tags: ['account'],
      summary: 'What I own and have in the cart',
    })
    .output(z.object({ domains: z.number(), emails: z.number(), cart_items: z.number() })),

  activity: signedIn
    .route({ method: 'GET', path: '/activity', tags: ['account'], summary: 'What happened last' })
    .output(z.object({ items: z.array(activity) })),

  needs: signedIn
    .route({
      method: 'GET',
      path: '/needs',
      tags: ['account'],
      summary: 'What waits for me: what expires first, the soonest on top, then what is to pay',
    })
    .output(z.object({ items: z.array(need) })),
}
