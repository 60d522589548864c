import * as z from 'zod/mini'
import { currency, decimal, row, rowId, signedIn, text, time } from '../../shared/contract.ts'
import { changeKinds } from '../fulfilment/states.ts'
import { products } from '../products/products.ts'

/** What can happen to a domain, as its customer sees it. */
export const domainEvents = [
  'requested',
  'transfer-requested',
  'renewal-requested',
  'ordered',
  'paid',
  'payment-rejected',
  'registered',
  'moved-in',
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

/** What a customer may do with a name, where its registrar can. */
export const nameActs = [...changeKinds, 'auth-code'] as const
export type NameAct = (typeof nameActs)[number]

export const registry = row({
  /** The registry's date, beside the shop's. */
  registered_until: z.nullable(time),
  /** What is possible after it, as the registrar's price list has it. */
  lapse: z.object({ renewable_until: z.nullable(time), restorable_until: z.nullable(time) }),
  /** What bringing the name back costs beside its year. Null where it is not in redemption, or the shop has set no price. */
  restore: z.nullable(z.object({ amount: decimal, currency })),
  /** As last read from the registrar's record. Null where it has not said it. */
  nameservers: z.nullable(z.array(z.string())),
  is_locked: z.nullable(z.boolean()),
  is_private: z.nullable(z.boolean()),
  read_at: z.nullable(time),
  can: z.array(z.enum(nameActs)),
  /** The registrar's record says that it has moved to another one. Nothing can be changed then. */
  is_away: z.boolean(),
  /** The nameservers of the shop. */
  default_nameservers: z.array(z.string()),
  /** The newest change that the customer has asked for, while it is under way or since it was refused. */
  change: z.nullable(
    row({
      kind: z.enum(changeKinds),
      state: z.enum(['under-way', 'refused']),
      /** The registrar's own words. */
      words: z.nullable(z.string()),
      at: time,
    }),
  ),
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
        /** Null for a name whose registrar is not connected. */
        registry: z.nullable(registry),
      }),
    ),
}
