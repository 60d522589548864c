import * as z from 'zod/mini'
import { adminOnly, cursor, id, limit, page, rowId, time } from '../../shared/contract.ts'
import { adminColumns, profileOutputs } from '../../shared/profile.ts'
import { domain } from '../products/domain.ts'
import { renewalRefusals, submitRefusals } from '../requests/contract.ts'
import { claimRefusals } from '../payments/contract.ts'
import { paymentInput } from '../payments/payment-input.ts'

const customer = z.object({
  id: rowId,
  ...profileOutputs(adminColumns),
  created_at: time,
})

/** The id of the customer's profile. */
const profile = id
const tags = ['admin']
const at = '/admin/profiles/{profile}'

/**
 * The customers, and what an admin does for one of them. Only these endpoints take another person's id. The audit
 * log names both the admin and the customer.
 */
export const customersContract = {
  list: adminOnly
    .route({ method: 'GET', path: '/admin/profiles', tags, summary: 'Customers, newest first' })
    .input(
      z.strictObject({
        /** Part of a name, an address or a phone number, or a country. */
        q: z.optional(z.string().check(z.maxLength(200))),
        cursor,
        limit,
      }),
    )
    .output(
      page(z.extend(customer, { /** Held at the moment. */ domains: z.number(), open_requests: z.number() })),
    ),

  show: adminOnly
    .route({ method: 'GET', path: at, tags, summary: 'One customer' })
    .input(z.strictObject({ profile }))
    .output(customer),

  domains: adminOnly
    .route({ method: 'GET', path: `${at}/domains`, tags, summary: "A customer's domains, newest first" })
    .input(z.strictObject({ profile, cursor, limit }))
    .output(page(domain.record.entity)),

  requests: adminOnly
    .route({
      method: 'GET',
      path: `${at}/domain-requests`,
      tags,
      summary: "A customer's requests, newest first",
    })
    .input(z.strictObject({ profile, cursor, limit }))
    .output(page(domain.entity)),

  submit: adminOnly
    .route({
      method: 'POST',
      path: `${at}/domain-requests`,
      tags,
      summary: 'Ask for a domain for a customer',
      successStatus: 201,
    })
    .errors(submitRefusals)
    .input(z.extend(domain.newRequest, { profile }))
    .output(domain.entity),

  claimPayment: adminOnly
    .route({
      method: 'POST',
      path: `${at}/domain-requests/{id}/payment`,
      tags,
      summary: 'Confirm that a customer paid an offer',
    })
    .errors(claimRefusals)
    .input(z.strictObject({ profile, id, ...paymentInput }))
    .output(domain.entity),

  renew: adminOnly
    .route({ method: 'POST', path: `${at}/domains/{id}/renew`, tags, summary: "Renew a customer's domain" })
    .errors(renewalRefusals)
    .input(z.strictObject({ profile, id }))
    .output(z.object({ record: domain.record.entity, request: z.nullable(domain.entity) })),
}
