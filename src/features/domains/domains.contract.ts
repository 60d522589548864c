import * as z from 'zod/mini'
import { currency, decimal, hostName, id, row, rowId, signedIn, text, time } from '../../shared/contract.ts'
import { changeKinds } from '../fulfilment/states.ts'
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

/** What a customer may do with a name, where its registrar can. */
export const nameActs = [...changeKinds, 'auth-code'] as const
export type NameAct = (typeof nameActs)[number]

const registry = row({
  /** The registry's date, beside the shop's. */
  registered_until: z.nullable(time),
  /** As last read from the registrar's record. Null where it has not said it. */
  nameservers: z.nullable(z.array(z.string())),
  is_locked: z.nullable(z.boolean()),
  is_private: z.nullable(z.boolean()),
  read_at: z.nullable(time),
  can: z.array(z.enum(nameActs)),
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

const refusals = {
  NOT_OFFERED: { status: 409, message: 'The registry of this name does not offer this.' },
  BEING_DELIVERED: { status: 409, message: 'Something else is being done with this name.' },
} as const
const changed = z.object({ registry })

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

  nameservers: signedIn
    .route({
      method: 'PATCH',
      path: '/domains/{id}/nameservers',
      tags: ['domain-requests'],
      summary: 'Change where my domain points to',
    })
    .errors({
      ...refusals,
      NAMESERVER_INSIDE: { status: 400, message: 'A nameserver can’t be inside of its own domain.' },
    })
    .input(
      z.strictObject({
        id,
        nameservers: z.array(hostName).check(z.minLength(2), z.maxLength(5)),
      }),
    )
    .output(changed),

  lock: signedIn
    .route({
      method: 'PATCH',
      path: '/domains/{id}/lock',
      tags: ['domain-requests'],
      summary: 'Keep my domain from being moved, or allow it',
    })
    .errors(refusals)
    .input(z.strictObject({ id, locked: z.boolean() }))
    .output(changed),

  privacy: signedIn
    .route({
      method: 'PATCH',
      path: '/domains/{id}/privacy',
      tags: ['domain-requests'],
      summary: 'Hide who holds my domain, or show it',
    })
    .errors(refusals)
    .input(z.strictObject({ id, private: z.boolean() }))
    .output(changed),

  contacts: signedIn
    .route({
      method: 'PATCH',
      path: '/domains/{id}/contacts',
      tags: ['domain-requests'],
      summary: 'Send the registry my profile as the holder',
    })
    .errors({
      ...refusals,
      PROFILE_INCOMPLETE: { status: 409, message: 'Please complete your profile first.' },
    })
    .input(z.strictObject({ id }))
    .output(changed),

  authCode: signedIn
    .route({
      method: 'POST',
      path: '/domains/{id}/auth-code',
      tags: ['domain-requests'],
      summary: 'Show me the code with which my domain can be moved',
      description: 'Who has no password needs a log-in of the last 15 minutes. A mail tells the holder.',
    })
    .errors({
      NOT_OFFERED: refusals.NOT_OFFERED,
      PASSWORD_WRONG: { status: 403, message: 'This is not your password.' },
      LOG_IN_AGAIN: { status: 403, message: 'Please log in again to see this.' },
      CODE_FAILED: {
        status: 409,
        message: 'The registrar did not give the code.',
        data: z.object({ words: z.string() }),
      },
    })
    .input(z.strictObject({ id, password: z.optional(z.string().check(z.maxLength(200))) }))
    .output(z.object({ code: z.string() })),
}
