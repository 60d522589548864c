import * as z from 'zod/mini'
import { currency, decimal, row, rowId, signedIn, text, time } from '../../shared/contract.ts'
import { products } from '../products/products.ts'

/** What can happen to a domain, as its customer sees it. */
export const domainEvents = [
  'requested',
  'renewal-requested',
  'ordered',
  'paid',
  'payment-rejected',
  'registered',
  'renewed',
] as const

const event = row({
  event: z.enum(domainEvents),
  at: time,
  /** The number of the order that it belongs to. */
  order_number: z.nullable(z.number()),
  order_id: z.nullable(rowId),
  /** Of a payment: amount, method and receipt number. */
  amount: z.nullable(decimal),
  currency: z.nullable(z.string()),
  payment_method: z.nullable(z.string()),
  receipt_number: z.nullable(z.string()),
  /** Of a renewal: the new expiry. */
  expires_at: z.nullable(time),
})

export const domainsContract = {
  show: signedIn
    .route({
      method: 'GET',
      path: '/domains/{name}',
      tags: ['domain-requests'],
      summary: 'One of my domains, with all that belongs to it',
    })
    .input(z.strictObject({ name: text(253) }))
    .output(
      z.object({
        domain: products.domain.service.entity,
        /** The price of another year. Null for "price on request". */
        renewal_price: z.nullable(decimal),
        currency,
        /** The addresses at the domain. */
        emails: z.array(row({ id: rowId, email_address: z.string(), expires_at: z.nullable(time) })),
        /** All hosting plans of the customer, because a plan has no domain of its own. */
        hosting: z.array(row({ id: rowId, plan_name: z.string(), expires_at: z.nullable(time) })),
        /** Newest first, the latest hundred. */
        history: z.array(event),
      }),
    ),
}
