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
  signedIn,
  time,
} from '../../shared/contract.ts'
import { queueFilterFields, requestSorts } from './queue-filter.ts'
import type { ProductDefinition } from '../products/product-definition.ts'
import { factsSchema, secretsSchema } from '../products/facts-schema.ts'
import { productNames, type ProductName, type Products, products } from '../products/products.ts'
import { paymentEndpoints, reviewFacts } from '../money/claims/payable.contract.ts'

/** The fields of a request that only admins see. */
const forAdmin = {
  ...reviewFacts,
  /** A request with which an owner tries the shop. No money counts for it. */
  is_test: z.boolean(),
  /** Other customers' open requests and orders for the same subject. */
  competing_requests: z.number(),
  /** Whether another customer holds the name, or the domain of the email address. */
  held_by_other: z.boolean(),
  /** A service that the request created and the customer still holds, although the request is not active any more. */
  record_left: z.nullable(id),
}

/** The refusals of a new request. */
export const submitRefusals = {
  DOMAIN_NAME_INVALID: { status: 400, message: 'Please enter a valid domain name' },
  EMAIL_ADDRESS_INVALID: { status: 400, message: 'Please enter a valid email address.' },
  PLAN_UNKNOWN: { status: 400, message: 'This plan is not sold.' },
  NOT_OPEN: { status: 409, message: 'We are not open yet. Please come back soon.' },
  PROFILE_INCOMPLETE: { status: 409, message: 'Please complete your profile first.' },
  ALREADY_OWNED: { status: 409, message: 'You already own this.' },
  ALREADY_REQUESTED: { status: 409, message: 'You already requested this.' },
  TOO_MANY_OPEN: {
    status: 409,
    message: 'You have very many open requests. Please wait for our feedback on them first.',
  },
} as const

/** The refusals of a renewal. */
export const renewalRefusals = {
  NOT_RENEWABLE: { status: 409, message: 'This can be renewed once it has expired.' },
} as const

/** A secret of a service, without its text. `shown_at` is null until the customer has seen it. */
export const secretState = z.object({ name: z.string(), set_at: time, shown_at: z.nullable(time) })

const secretRefusals = {
  PASSWORD_WRONG: { status: 403, message: 'This is not your password.' },
  LOG_IN_AGAIN: { status: 403, message: 'Please log in again to see this.' },
  SECRET_SHOWN: { status: 409, message: 'This was shown already. Please ask us for a new one.' },
  SECRET_LOST: { status: 409, message: 'This can not be shown any more. Please ask us for a new one.' },
} as const

/** The endpoints of one product: the requests of customers and admins, and the customer's services. */
function endpointsOf<K extends ProductDefinition>(product: K) {
  const entity = product.entity as K['entity']
  const service = product.service.entity as K['service']['entity']
  const reviewed = z.extend(product.entity, forAdmin) as z.ZodMiniObject<
    K['entity']['shape'] & typeof forAdmin
  >
  const facts = factsSchema(product.service.facts as K['service']['facts'])
  const at = `/${product.path}` as const
  const tag = product.path

  return {
    ...paymentEndpoints({
      path: at,
      tag,
      claimSummary: 'Confirm that an offer was paid',
      claimIncomplete: product.claimIncomplete,
      conflict: 'Someone changed this request meanwhile.',
      shown: entity,
      reviewed,
    }),

    list: signedIn
      .route({ method: 'GET', path: at, tags: [tag], summary: 'My requests, newest first' })
      .input(z.strictObject({ cursor, limit }))
      .output(page(entity)),

    submit: signedIn
      .route({ method: 'POST', path: at, tags: [tag], summary: 'Ask for one', successStatus: 201 })
      .errors(submitRefusals)
      .input(product.newRequest as K['newRequest'])
      .output(entity),

    services: signedIn
      .route({
        method: 'GET',
        path: `/${product.service.path}`,
        tags: [tag],
        summary: 'What I hold, newest first',
      })
      .input(z.strictObject({ cursor, limit }))
      .output(page(service)),

    renew: signedIn
      .route({
        method: 'POST',
        path: `/${product.service.path}/{id}/renew`,
        tags: [tag],
        summary: 'Renew, or ask for it',
      })
      .errors(renewalRefusals)
      .input(z.strictObject({ id }))
      .output(z.object({ record: service, request: z.nullable(entity) })),

    reviewList: needs('requests.read')
      .route({
        method: 'GET',
        path: `/admin${at}`,
        summary: "Everyone's requests, newest first",
      })
      .input(z.strictObject({ ...queueFilterFields, ...listInput(requestSorts) }))
      .output(listOf(reviewed)),

    review: needs('requests.write')
      .route({
        method: 'PATCH',
        path: `/admin${at}/{id}`,
        summary: 'Decide, price, answer, activate',
      })
      .errors({
        STATUS_REQUIRED: { status: 400, message: 'Please select a status' },
        PRICE_INVALID: { status: 400, message: 'Please enter a valid price' },
        SUGGESTIONS_REQUIRED: { status: 400, message: 'Please enter at least one suggestion' },
        CONFLICT: { status: 409, message: 'Someone changed this request meanwhile.', data: reviewed },
        OPEN_ELSEWHERE: { status: 409, message: 'The customer has another open request for this.' },
        PAYMENT_RETURNED: { status: 409, message: 'The payment was given back as credit.' },
        BEING_DELIVERED: { status: 409, message: 'The registrar may have done it already.' },
        RECORD_FAILED: {
          status: 409,
          message: product.service.failure,
          /** The customer who holds the name. */
          data: z.object({ name: z.string(), held_by: z.nullable(z.string()) }),
        },
      })
      .input(
        z.strictObject({
          id,
          status: z.optional(z.string().check(z.maxLength(40))),
          price: z.optional(z.nullable(decimal)),
          admin_feedback: z.optional(z.nullable(z.string().check(z.maxLength(4000)))),
          suggestions: z.optional(
            z.nullable(z.array(z.string().check(z.maxLength(320))).check(z.maxLength(50))),
          ),
          /** The term of a custom plan. Read at its activation. */
          billing_period: z.optional(z.nullable(z.enum(['monthly', 'yearly']))),
          version: z.optional(z.number()),
          /** The facts and secrets of the service, read at the activation. */
          facts: z.optional(facts),
          secrets: z.optional(secretsSchema(product.service.secrets)),
        }),
      )
      .output(reviewed),

    access: signedIn
      .route({
        method: 'GET',
        path: `/${product.service.path}/{id}/access`,
        tags: [tag],
        summary: 'One that I hold, with what I need to use it',
      })
      .input(z.strictObject({ id }))
      .output(
        z.object({
          record: service,
          /** Those of the service, then those that the shop has set for all services. */
          facts,
          secrets: z.array(secretState),
          /** Whether an admin still has to enter what is needed to use it. */
          missing: z.boolean(),
          /** When the holder can renew it at the earliest. Null without a term. */
          renewable_from: z.nullable(time),
          /** Of the next period. Null for "price on request", and without a term. */
          renewal_price: z.nullable(z.object({ amount: decimal, currency })),
          /** Whether it is renewed by itself. */
          auto_renew: z.boolean(),
        }),
      ),

    autoRenew: signedIn
      .route({
        method: 'PATCH',
        path: `/${product.service.path}/{id}/auto-renew`,
        tags: [tag],
        summary: 'Renew it by itself, or no longer',
        description:
          'The renewal opens 14 days before the expiry. It is taken from the credit once that suffices, and is otherwise paid like any other.',
      })
      .input(z.strictObject({ id, on: z.boolean() }))
      .output(z.object({ auto_renew: z.boolean() })),

    showSecret: signedIn
      .meta({ secrets: ['secret'] })
      .route({
        method: 'POST',
        path: `/${product.service.path}/{id}/secrets/{name}`,
        tags: [tag],
        summary: 'Show me a secret, the only time',
        description:
          'It is shown once, and deleted with the answer. Who has no password needs a log-in of the last 15 minutes.',
      })
      .errors(secretRefusals)
      .input(
        z.strictObject({
          id,
          name: z.enum(product.service.secrets as [string, ...string[]]),
          password: z.optional(z.string().check(z.maxLength(200))),
        }),
      )
      .output(z.object({ secret: z.string() })),
  }
}

/** The endpoints of a product, for code that works on every product. */
export type Endpoints<K extends ProductDefinition> = ReturnType<typeof endpointsOf<K>>

/** The endpoints of every product, by the product's name. */
export const requestsContract = Object.fromEntries(
  Object.entries(products).map(([name, product]) => [name, endpointsOf(product as ProductDefinition)]),
) as { [Name in ProductName]: ReturnType<typeof endpointsOf<Products[Name]>> }

/** Renewals that an admin has to carry out at the registrar. */
export const renewalsContract = {
  list: needs('services.read')
    .route({ method: 'GET', path: '/admin/renewals', summary: 'Renewals to carry out' })
    .input(z.strictObject({ cursor, limit }))
    .output(
      page(
        z.object({
          id,
          kind: z.enum(productNames),
          name: z.string(),
          /** The domains that a hosting plan is for: the three that the customer has held longest. */
          sites: z.array(z.string()),
          /** The customer's description of a custom plan. */
          manual_details: z.nullable(z.string()),
          /** Of the period that it renews. Null without a term. */
          months: z.nullable(z.number()),
          /** What the renewal costs. Null where the shop has set no price. */
          charge: z.nullable(
            z.object({
              id,
              amount: decimal,
              currency,
              paid: z.boolean(),
              due_on: z.nullable(z.string()),
            }),
          ),
          expires_at: time,
          created_at: time,
          requester: forAdmin.requester,
        }),
      ),
    ),
  done: needs('services.write')
    .route({ method: 'POST', path: '/admin/renewals/{id}/done', summary: 'Carried out' })
    .input(z.strictObject({ id }))
    .output(z.object({ id })),
}

/** The endpoints of a single service. */
export const serviceStatesContract = {
  suspend: needs('services.write')
    .route({
      method: 'POST',
      path: '/admin/services/{id}/suspend',
      summary: 'Suspend what a customer holds',
    })
    .input(z.strictObject({ id }))
    .output(z.object({ id, status: z.string() })),
  resume: needs('services.write')
    .route({
      method: 'POST',
      path: '/admin/services/{id}/resume',
      summary: 'End a suspension',
    })
    .input(z.strictObject({ id }))
    .output(z.object({ id, status: z.string() })),
  release: needs('services.write')
    .route({
      method: 'POST',
      path: '/admin/services/{id}/release',
      summary: 'Take back an expired record, or one whose request was set back',
    })
    .errors({
      NOT_EXPIRED: {
        status: 409,
        message: 'Only an expired record, or one whose request was set back, can be released.',
      },
    })
    .input(z.strictObject({ id }))
    /** `open_renewal`: the open request to renew the service. It can't be activated, so an admin must answer it. */
    .output(z.object({ id, open_renewal: z.nullable(id) })),
}
