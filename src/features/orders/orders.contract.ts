import { queueFilterFields, orderSorts } from '../requests/queue-filter.ts'
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
  oneLineText,
  page,
  row,
  rowId,
  signedIn,
  time,
} from '../../shared/contract.ts'
import { claimFields, paymentEndpoints, reviewFacts } from '../money/claims/payable.contract.ts'
import { productNames } from '../products/products.ts'
import { MOST_IN_CART } from './cart.ts'
import { lineStates, MOST_RENEWED, orderStatuses } from './order.ts'

/** The text of an item: a domain name, an e-mail address, or a plan with its period (`Business yearly`). */
const item = z.string().check(z.maxLength(320))

const cartItem = z.object({ item: z.string(), product: z.enum(productNames), created_at: time })

export const cartContract = {
  list: signedIn
    .route({ method: 'GET', path: '/cart', tags: ['orders'], summary: 'My cart, in the order it was filled' })
    .output(z.object({ items: z.array(cartItem), next_cursor: z.null() })),

  add: signedIn
    .route({ method: 'POST', path: '/cart/items', tags: ['orders'], summary: 'Put an item into my cart' })
    .errors({
      DOMAIN_NAME_INVALID: { status: 400, message: 'Please enter a valid domain name' },
      CART_FULL: { status: 409, message: `A cart holds ${MOST_IN_CART} items.` },
    })
    .input(z.strictObject({ item }))
    .output(z.object({ item: z.string() })),

  remove: signedIn
    .route({
      method: 'DELETE',
      path: '/cart/items/{item}',
      tags: ['orders'],
      summary: 'Take an item out of my cart',
    })
    .input(z.strictObject({ item }))
    .output(z.object({ item: z.string() })),
}

const line = row({
  item: z.string(),
  product: z.enum(productNames),
  /** The first term of a domain. */
  years: z.number(),
  price: decimal,
  currency,
  state: z.enum(lineStates),
  /** Whether the domain was free could not be checked when the order was placed. */
  unchecked: z.boolean(),
  /** It is being registered at a registrar. Its state changes once that is done. */
  in_delivery: z.boolean(),
  /** The id of the service that it renews. Null where it brings one. */
  renews: z.nullable(rowId),
})

/**
 * `open`: the renewal can be ordered. `on-request`: it has no price. `under-way`: it was paid or ordered, and is being
 * carried out or checked.
 */
export const renewableStates = ['open', 'on-request', 'under-way'] as const
export type RenewableState = (typeof renewableStates)[number]

const renewable = row({
  id: rowId,
  item: z.string(),
  product: z.enum(productNames),
  state: z.enum(renewableStates),
  expires_at: time,
  /** After one more period. Null without one. */
  until: z.nullable(time),
  /** Of one more period. */
  price: z.nullable(decimal),
  /** The part of the price that brings a domain back in redemption. Null without. */
  restore: z.nullable(decimal),
  currency,
  /** For how many years at once it can be renewed. */
  most_years: z.number(),
})

export const order = row({
  id: rowId,
  /** The number by which people speak of the order. */
  number: z.number(),
  user_id: rowId,
  /** The items of the lines. */
  domains: z.array(z.string()),
  /** The sum of the lines when the order was placed. */
  total_price: decimal,
  currency,
  status: z.enum(orderStatuses),
  lines: z.array(line),
  admin_feedback: z.nullable(z.string()),
  ...claimFields,
  /** The amount to be paid. Domains that are not available any more cost nothing. */
  amount_due: decimal,
  /** The amount of the claim that counts. */
  amount_paid: z.nullable(decimal),
  /** What the shop owes the customer for domains that it could not register. */
  owed_back: decimal,
  /** Refunds, oldest first. */
  refunds: z.array(
    row({
      amount: decimal,
      currency,
      /** Null, like the reference and the day, where the amount stays as the customer's credit. */
      method: z.nullable(z.string()),
      reference: z.nullable(z.string()),
      date: z.nullable(z.string()),
    }),
  ),
  created_at: time,
  updated_at: time,
  /** Increases with every change. Send it back, so that a newer change is not overwritten. */
  version: z.number(),
})

const reviewed = z.extend(order, {
  ...reviewFacts,
  /** Items of the order that another customer holds, has requested or has ordered. */
  held_by_other: z.array(z.string()),
  wanted_elsewhere: z.array(z.string()),
})

const refundOf = {
  id,
  /** A part of what is owed. All of it by default. */
  amount: z.optional(decimal),
  /** The version that the admin saw. */
  version: z.number(),
}

export const ordersContract = {
  ...paymentEndpoints({
    path: '/orders',
    tag: 'orders',
    claimSummary: 'Confirm that an order was paid',
    conflict: 'Someone changed this order meanwhile.',
    shown: order,
    reviewed,
  }),

  list: signedIn
    .route({ method: 'GET', path: '/orders', tags: ['orders'], summary: 'My orders, newest first' })
    .input(z.strictObject({ cursor, limit }))
    .output(page(order)),

  place: signedIn
    .route({
      method: 'POST',
      path: '/orders',
      tags: ['orders'],
      summary: 'Order items of my cart',
      successStatus: 201,
    })
    .errors({
      DOMAIN_NAME_INVALID: {
        status: 400,
        message: 'Please enter a valid domain name',
        data: z.object({ domains: z.array(z.string()) }),
      },
      NOT_OPEN: { status: 409, message: 'We are not open yet. Please come back soon.' },
      PROFILE_INCOMPLETE: { status: 409, message: 'Please complete your profile first.' },
      ALREADY_ORDERED: {
        status: 409,
        message: 'You already ordered some of these domains.',
        /** The domains that are in an open order of the customer. */
        data: z.object({ domains: z.array(z.string()) }),
      },
      NOT_IN_CART: {
        status: 409,
        message: 'Some of these domains are not in your cart.',
        data: z.object({ domains: z.array(z.string()) }),
      },
      NOT_AVAILABLE: {
        status: 409,
        message: 'Some of these domains are not available.',
        /** Domains that are not available, those with a price of their own, and those without a price. */
        data: z.object({
          domains: z.array(
            z.object({ domain: z.string(), reason: z.enum(['gone', 'premium', 'on-request']) }),
          ),
        }),
      },
    })
    .input(
      z.strictObject({
        domains: z.array(item).check(z.minLength(1), z.maxLength(MOST_IN_CART)),
        /** The first terms of domains in years, where they are longer than one. */
        years: z.optional(z.record(item, z.int().check(z.gte(1), z.lte(10)))),
      }),
    )
    .output(order),

  renewable: signedIn
    .route({
      method: 'GET',
      path: '/renewals',
      tags: ['orders'],
      summary: 'My services that expire within 30 days or have expired',
    })
    .output(z.object({ items: z.array(renewable) })),

  renew: signedIn
    .route({
      method: 'POST',
      path: '/renewals',
      tags: ['orders'],
      summary: 'Order the renewal of several services, with one charge',
      description: 'Offers to renew one of them alone are withdrawn.',
      successStatus: 201,
    })
    .errors({
      NOT_RENEWABLE: {
        status: 409,
        message: 'Some of these can’t be renewed now.',
        data: z.object({ services: z.array(z.string()) }),
      },
    })
    .input(
      z.strictObject({
        items: z
          .array(z.strictObject({ service: id, years: z.optional(z.int().check(z.gte(1), z.lte(10))) }))
          .check(z.minLength(1), z.maxLength(MOST_RENEWED)),
      }),
    )
    .output(order),

  get: signedIn
    .route({ method: 'GET', path: '/orders/{id}', tags: ['orders'], summary: 'One of my orders' })
    .input(z.strictObject({ id }))
    .output(order),

  reviewList: needs('requests.read')
    .route({
      method: 'GET',
      path: '/admin/orders',
      summary: "Everyone's orders, newest first",
    })
    .input(
      z.strictObject({
        ...queueFilterFields,
        status: z.optional(z.enum(orderStatuses)),
        ...listInput(orderSorts),
      }),
    )
    .output(listOf(reviewed)),

  review: needs('requests.write')
    .route({
      method: 'PATCH',
      path: '/admin/orders/{id}',
      summary: 'Decide name by name, complete, cancel',
    })
    .errors({
      LINE_UNKNOWN: { status: 400, message: 'This domain is not in the order.' },
      LINES_UNDECIDED: {
        status: 409,
        message: 'Every domain of the order must be decided first.',
        data: z.object({ domains: z.array(z.string()) }),
      },
      ALREADY_ORDERED: {
        status: 409,
        message: 'The customer has another open order of the same domain.',
      },
      ORDER_COMPLETED: { status: 409, message: 'The order is completed: its domains are registered.' },
      LINE_DELIVERED: { status: 409, message: 'A domain of this order is registered already.' },
      BEING_DELIVERED: { status: 409, message: 'The registrar may have done it already.' },
      ORDER_REFUNDED: { status: 409, message: 'What was paid for this was paid back or kept as credit.' },
      CONFLICT: { status: 409, message: 'Someone changed this order meanwhile.', data: reviewed },
      RECORD_FAILED: {
        status: 409,
        message: 'Failed to create domain record',
        /** The customer who holds the domain. */
        data: z.object({ name: z.string(), held_by: z.nullable(z.string()) }),
      },
    })
    .input(
      z.strictObject({
        id,
        status: z.optional(z.enum(orderStatuses)),
        admin_feedback: z.optional(z.nullable(z.string().check(z.maxLength(4000)))),
        lines: z.optional(
          z.array(z.strictObject({ item, state: z.enum(lineStates) })).check(z.maxLength(MOST_RENEWED)),
        ),
        version: z.optional(z.number()),
      }),
    )
    .output(reviewed),

  refund: needs('payments.write')
    .route({
      method: 'POST',
      path: '/admin/orders/{id}/refund',
      summary: 'Record that what is owed was refunded, or stays as credit',
    })
    .errors({
      NOTHING_OWED: { status: 409, message: 'Nothing is owed back for this order.' },
      DATE_INVALID: {
        status: 400,
        message: 'Please enter a day that is not before the order and not after today.',
      },
      MORE_THAN_OWED: { status: 409, message: 'This is more than what is owed back.' },
      CREDIT_USED: { status: 409, message: 'The customer has used this credit meanwhile.' },
      CREDIT_TOO_LARGE: { status: 409, message: 'This is more than the invoice has left.' },
      CONFLICT: { status: 409, message: 'Someone changed this order meanwhile.', data: reviewed },
    })
    .input(
      z.union([
        z.strictObject({
          ...refundOf,
          method: oneLineText(100),
          reference: oneLineText(200),
          /** The day on which it was paid. */
          date: z.iso.date(),
        }),
        /** The amount stays as the customer's credit. */
        z.strictObject({ ...refundOf, keep: z.literal(true) }),
      ]),
    )
    .output(reviewed),
}
