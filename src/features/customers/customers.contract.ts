import * as z from 'zod/mini'
import {
  currency,
  cursor,
  decimal,
  id,
  limit,
  listInput,
  listOf,
  needs,
  page,
  rowId,
  text,
  time,
} from '../../shared/contract.ts'
import { adminColumns, nameColumns, profileOutputs } from '../../shared/people/profile.ts'
import type { ProductDefinition } from '../products/product-definition.ts'
import { inboxKinds, inboxStates } from '../inbox/kinds.data.ts'
import { type ProductName, productNames, type Products, products } from '../products/products.ts'
import { renewalRefusals, submitRefusals } from '../requests/requests.contract.ts'
import { claimRefusals } from '../money/claims/payable.contract.ts'
import { paymentInput } from '../money/claims/payment-input.ts'

const customer = z.object({
  id: rowId,
  ...profileOutputs(adminColumns),
  created_at: time,
})

/** One amount for each currency. */
const sums = z.array(z.object({ amount: decimal, currency }))

/** A customer at a glance. */
const overview = z.object({
  /** Those held that expire first. */
  services: z.array(
    z.object({
      id: rowId,
      kind: z.enum(productNames),
      name: z.string(),
      expires_at: z.nullable(time),
      /** What its next renewal costs, and for how many months. */
      renewal: z.nullable(z.object({ amount: decimal, currency, months: z.nullable(z.number()) })),
    }),
  ),
  service_count: z.number(),
  /** What waits for an admin, the longest waiting first. */
  work: z.array(
    z.object({
      kind: z.enum(inboxKinds),
      id: rowId,
      state: z.enum(inboxStates),
      title: z.string(),
      since: time,
    }),
  ),
  /** What is to be paid, in each currency. */
  due: z.array(z.object({ amount: decimal, currency, count: z.number(), overdue: z.number() })),
  /** What was ever paid. */
  paid: sums,
  last_contact: z.nullable(z.object({ way: z.enum(['chat', 'mail']), by_shop: z.boolean(), at: time })),
})

/** The id of the customer's profile. */
const profile = id
const at = '/admin/profiles/{profile}'

/** The input of a new request, with the customer for whom it is made. */
function withProfile(input: z.ZodMiniType): z.ZodMiniType {
  return input._zod.def.type === 'union'
    ? z.union((input as z.ZodMiniUnion<z.ZodMiniType[]>)._zod.def.options.map(withProfile))
    : z.extend(input as z.ZodMiniObject, { profile })
}

/** What an admin does for a customer with one product. */
function endpointsOf<K extends ProductDefinition>(product: K) {
  const entity = product.entity as K['entity']
  const service = product.service.entity as K['service']['entity']
  return {
    services: needs('customers.read')
      .route({
        method: 'GET',
        path: `${at}/${product.service.path}`,
        summary: 'What a customer holds, newest first',
      })
      .input(z.strictObject({ profile, cursor, limit }))
      .output(page(service)),

    requests: needs('customers.read')
      .route({
        method: 'GET',
        path: `${at}/${product.path}`,
        summary: "A customer's requests, newest first",
      })
      .input(z.strictObject({ profile, cursor, limit }))
      .output(page(entity)),

    submit: needs('customers.write')
      .route({
        method: 'POST',
        path: `${at}/${product.path}`,
        summary: 'Ask for one for a customer',
        successStatus: 201,
      })
      .errors(submitRefusals)
      .input(
        withProfile(product.newRequest) as z.ZodMiniType<
          { profile: string },
          z.input<K['newRequest']> & { profile: string }
        >,
      )
      .output(entity),

    claimPayment: needs('customers.write')
      .route({
        method: 'POST',
        path: `${at}/${product.path}/{id}/payment`,
        summary: 'Confirm that a customer paid an offer',
      })
      .errors(claimRefusals)
      .input(z.strictObject({ profile, id, ...paymentInput }))
      .output(entity),

    renew: needs('customers.write')
      .route({
        method: 'POST',
        path: `${at}/${product.service.path}/{id}/renew`,
        summary: 'Renew for a customer',
      })
      .errors(renewalRefusals)
      .input(z.strictObject({ profile, id }))
      .output(z.object({ record: service, request: z.nullable(entity) })),
  }
}

/** The endpoints of a product, for code that works on every product. */
export type CustomerEndpoints<K extends ProductDefinition> = ReturnType<typeof endpointsOf<K>>

export const customerSorts = ['name', 'contact', 'country', 'services', 'open', 'due', 'since'] as const
export type CustomerSort = (typeof customerSorts)[number]

/** The longest note, in characters. */
export const NOTE_LIMIT = 4000

const note = z.object({
  id: rowId,
  body: z.string(),
  /** The admin who wrote it. Null for a service key and where the account was deleted. */
  author: z.nullable(z.object({ id: rowId, ...profileOutputs(nameColumns) })),
  /** Whether the caller wrote it, and may delete it. */
  own: z.boolean(),
  created_at: time,
})

/**
 * The customers, and what an admin does for one of them. Only these endpoints take another person's id. The audit
 * log names both the admin and the customer.
 */
export const customersContract = {
  list: needs('customers.read')
    .route({ method: 'GET', path: '/admin/profiles', summary: 'Customers, newest first' })
    .input(
      z.strictObject({
        /** Part of a name, an address or a phone number, or a country. */
        q: z.optional(z.string().check(z.maxLength(200))),
        ...listInput(customerSorts),
      }),
    )
    .output(
      listOf(
        z.extend(customer, {
          /** Held at the moment. */ domains: z.number(),
          services: z.number(),
          open_requests: z.number(),
          /** What is to be paid, and what was paid within twelve months; empty for who may not see payments. */
          due: sums,
          paid: sums,
        }),
      ),
    ),

  show: needs('customers.read')
    .route({ method: 'GET', path: at, summary: 'One customer' })
    .input(z.strictObject({ profile }))
    .output(customer),

  overview: needs('customers.read')
    .route({
      method: 'GET',
      path: `${at}/overview`,
      summary: 'A customer at a glance: services by expiry, open work, what is to be paid, the last contact',
      description: 'What the role may not read is left out.',
    })
    .input(z.strictObject({ profile }))
    .output(overview),

  products: Object.fromEntries(
    Object.entries(products).map(([name, product]) => [name, endpointsOf(product as ProductDefinition)]),
  ) as { [Name in ProductName]: ReturnType<typeof endpointsOf<Products[Name]>> },

  notes: {
    list: needs('customers.read')
      .route({
        method: 'GET',
        path: `${at}/notes`,
        summary: 'What admins have noted about a customer, newest first',
      })
      .input(z.strictObject({ profile, cursor, limit }))
      .output(page(note)),

    add: needs('customers.write')
      .route({
        method: 'POST',
        path: `${at}/notes`,
        summary: 'Note something about a customer, who never sees it',
        successStatus: 201,
      })
      .input(z.strictObject({ profile, body: text(NOTE_LIMIT) }))
      .output(note),

    remove: needs('customers.write')
      .route({ method: 'DELETE', path: `${at}/notes/{id}`, summary: 'Delete a note of mine' })
      .input(z.strictObject({ profile, id }))
      .output(z.object({ id: rowId })),
  },
}
