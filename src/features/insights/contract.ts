import * as z from 'zod/mini'
import { adminOnly, currency, decimal, rowId, signedIn, time } from '../../shared/contract.ts'
import { productNames } from '../products/products.ts'
import { happenings } from './happenings.ts'

/** One thing that happened to the customer's own requests, records or profile. */
const happening = z.object({
  id: z.number(),
  at: time,
  type: z.enum(happenings),
  /** What the sentence needs: the kind, the subject, the status. */
  data: z.record(z.string(), z.unknown()),
})

const kind = z.enum(productNames)

/** Something that waits for the customer: an offer to pay, names to choose from, an expiry, an order to pay. */
const need = z.object({
  type: z.enum(['offer', 'suggestions', 'expiry', 'order']),
  /** The product; null for an order. */
  kind: z.nullable(kind),
  /** Of the request, the record or the order. */
  id: rowId,
  subject: z.string(),
  /** What is to be paid. */
  amount: z.nullable(decimal),
  currency,
  /** Names that were suggested. */
  suggestions: z.array(z.string()),
  expires_at: z.nullable(time),
  /** What can be done about an expiry by now; null while it is only coming. */
  renewal: z.nullable(z.enum(['now', 'request'])),
})

/** Something that waits for an admin: how many, since when the oldest, and how many for longer than promised. */
const waiting = z.object({ count: z.number(), over: z.number(), oldest_at: z.nullable(time) })

const insights = z.object({
  /** When this was counted. */
  at: time,
  promised_minutes: z.number(),
  /** Requests without an answer, by product. */
  requests_waiting: z.array(z.extend(waiting, { kind })),
  orders_waiting: z.object({
    /** Not completed and not cancelled. */
    pending: z.number(),
    /** Of these, with a claim of payment. */
    claimed: z.number(),
    oldest_at: z.nullable(time),
  }),
  renewals_to_do: z.number(),
  requests: z.array(z.object({ kind, status: z.string(), count: z.number() })),
  /** The last twelve months in UTC, this one last. */
  months: z.array(
    z.object({
      /** Such as 2026-11. */
      month: z.string(),
      activations: z.array(z.object({ kind, count: z.number() })),
      /** Claims on activated requests and completed orders, by the day of the claim. */
      revenue: z.array(z.object({ currency, amount: decimal })),
    }),
  ),
  /** Held records that have expired, or will within so many days; each stands once. */
  expiries: z.array(
    z.object({ kind, expired: z.number(), in_30: z.number(), in_60: z.number(), in_90: z.number() }),
  ),
})

export const insightsContract = {
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
    .output(z.object({ items: z.array(happening) })),

  needs: signedIn
    .route({
      method: 'GET',
      path: '/needs',
      tags: ['account'],
      summary: 'What waits for me, the most pressing first',
    })
    .output(z.object({ items: z.array(need) })),

  adminCounters: adminOnly
    .route({
      method: 'GET',
      path: '/admin/counters',
      tags: ['admin'],
      summary: 'How many there are, exactly',
    })
    .output(
      z.object({ profiles: z.number(), domains: z.number(), emails: z.number(), cart_items: z.number() }),
    ),

  insights: adminOnly
    .route({
      method: 'GET',
      path: '/admin/insights',
      tags: ['admin'],
      summary: 'How the shop is doing, counted some seconds ago at the most',
    })
    .output(insights),
}
