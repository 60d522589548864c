import * as z from 'zod/mini'
import {
  adminOnly,
  currency,
  cursor,
  decimal,
  id,
  limit,
  page,
  row,
  rowId,
  text,
  time,
} from '../../../shared/contract.ts'
import { nameColumns, profileOutputs } from '../../../shared/profile.ts'
import { evidence } from './contract.ts'
import { channels } from './received.ts'

/**
 * The states of a payment in the admins' list. `claimed` and `rejected` are claims, and `refunded` is what was paid back.
 * All others are received money.
 */
export const paymentStates = [
  'claimed',
  'received',
  'matched',
  'short',
  'over',
  'double',
  'held',
  'unread',
  'rejected',
  'reversed',
  'refunded',
  'ignored',
] as const
export type PaymentState = (typeof paymentStates)[number]

/** By what the list is filtered: a state, or what an admin has confirmed without having seen it. */
export const paymentFilters = [...paymentStates, 'unseen'] as const
export type PaymentFilter = (typeof paymentFilters)[number]

const person = z.object({ id: rowId, ...profileOutputs(nameColumns) })

/** An amount due, as the admins' list names it. */
export const charge = z.object({
  id: rowId,
  reference: z.string(),
  kind: z.string(),
  subject: z.string(),
  request_id: z.nullable(rowId),
  order_id: z.nullable(rowId),
  renewal_id: z.nullable(rowId),
  state: z.enum(['open', 'paid', 'void']),
  amount: decimal,
  settled: decimal,
  rest: decimal,
  currency,
  customer: z.nullable(person),
})

const payment = row({
  id: rowId,
  /** What a customer says, what the shop's own phone or bank says, or what the shop has paid back. */
  type: z.enum(['claim', 'received', 'refund']),
  state: z.enum(paymentStates),
  /** Why received money is held or ignored, or why a claim was rejected. */
  reason: z.nullable(z.string()),
  /** Such as `incoming`, `reversal` or `refund`. */
  kind: z.string(),
  channel: z.nullable(z.enum(channels)),
  amount: z.nullable(decimal),
  currency: z.nullable(currency),
  method: z.nullable(z.string()),
  code: z.nullable(z.string()),
  payer_name: z.nullable(z.string()),
  payer_phone: z.nullable(z.string()),
  /** What the payer typed. */
  reference: z.nullable(z.string()),
  paid_at: z.nullable(time),
  /** False where a customer says it, or an admin has confirmed it without having seen it. */
  seen: z.boolean(),
  /** The admin who confirmed it without having seen it. */
  confirmed_by: z.nullable(z.string()),
  /** Whether evidence contradicts what was booked, and nobody has looked at it. */
  disagrees: z.boolean(),
  created_at: time,
  version: z.number(),
  /** What it pays or paid: the first charge of several. */
  charge: z.nullable(charge),
  /** Which part of received money pays which charge. */
  parts: z.array(z.object({ amount: decimal, outcome: z.string(), charge })),
  /** Of a refund of credit, which belongs to no charge. The charge names the customer of all others. */
  customer: z.nullable(person),
  /** Open charges that the money may be for. Nothing pays one of them but an admin's decision. */
  suggestions: z.array(charge),
})

const conflict = {
  CONFLICT: { status: 409, message: 'Someone changed this payment meanwhile.' },
} as const

export const paymentsContract = {
  list: adminOnly
    .route({
      method: 'GET',
      path: '/admin/payments',
      tags: ['admin'],
      summary: 'Everything claimed, received and paid back, newest first',
    })
    .input(
      z.strictObject({
        /** A receipt, a reference, a name, a phone number or an amount. */
        q: z.optional(z.string().check(z.maxLength(200))),
        state: z.optional(z.enum(paymentFilters)),
        id: z.optional(id),
        /** Of one customer. */
        customer: z.optional(id),
        cursor,
        limit,
      }),
    )
    .output(page(payment)),

  charges: adminOnly
    .route({
      method: 'GET',
      path: '/admin/charges',
      tags: ['admin'],
      summary: 'Amounts due that a payment may be matched with: by reference, customer or subject',
    })
    .input(
      z.strictObject({
        q: z.optional(z.string().check(z.maxLength(200))),
        /** All of one customer, where nothing is searched. */
        customer: z.optional(id),
      }),
    )
    .output(z.object({ items: z.array(charge) })),

  record: adminOnly
    .route({
      method: 'POST',
      path: '/admin/charges/{id}/payment',
      tags: ['admin'],
      summary: 'Record by hand that all that is still due was paid',
    })
    .errors({
      NOTHING_DUE: { status: 409, message: 'Nothing is due any more.' },
      DATE_INVALID: {
        status: 400,
        message: 'Please enter a day that is not before the amount due and not after today.',
      },
      CODE_COUNTED: { status: 409, message: 'Another payment with this receipt number counts already.' },
    })
    .input(
      z.strictObject({
        id,
        method: text(100),
        receipt: text(100),
        /** The day on which it was paid. */
        date: z.iso.date(),
      }),
    )
    .output(payment),

  match: adminOnly
    .route({
      method: 'POST',
      path: '/admin/payments/{id}/match',
      tags: ['admin'],
      summary: 'Match received money with an amount due',
    })
    .errors({
      ...conflict,
      NOT_WAITING: { status: 409, message: 'This payment is not waiting for a decision.' },
      NOT_CHECKED: { status: 409, message: 'Check and confirm what came in first.' },
      CODE_COUNTED: { status: 409, message: 'Another payment with this receipt number counts already.' },
      CHARGE_VOID: { status: 409, message: 'This amount is not due any more.' },
      OTHER_CURRENCY: { status: 409, message: 'The amount due was not offered in this currency.' },
    })
    .input(z.strictObject({ id, charge_id: id, version: z.number() }))
    .output(payment),

  allocate: adminOnly
    .route({
      method: 'POST',
      path: '/admin/payments/{id}/allocate',
      tags: ['admin'],
      summary: 'Say what received money pays: move it, split it over several amounts due, or take it off',
    })
    .errors({
      ...conflict,
      NOT_WAITING: { status: 409, message: 'This payment is not waiting for a decision.' },
      NOT_CHECKED: { status: 409, message: 'Check and confirm what came in first.' },
      REASON_MISSING: { status: 400, message: 'Please say why it was booked wrongly.' },
      PARTS_INVALID: { status: 400, message: 'The parts do not make up the payment.' },
      CREDIT_USED: { status: 409, message: 'The customer has used this credit meanwhile.' },
      CREDIT_TOO_LARGE: { status: 409, message: 'This is more than the invoice has left.' },
      CODE_COUNTED: { status: 409, message: 'Another payment with this receipt number counts already.' },
      CHARGE_VOID: { status: 409, message: 'This amount is not due any more.' },
      OTHER_CURRENCY: { status: 409, message: 'The amount due was not offered in this currency.' },
    })
    .input(
      z.strictObject({
        id,
        /** Decimal numbers in the currency of the payment. None: it pays nothing any more. */
        parts: z.array(z.strictObject({ charge_id: id, amount: z.number() })).check(z.maxLength(20)),
        /** Why it was booked wrongly, if it paid something. */
        reason: z.optional(text(500)),
        version: z.number(),
      }),
    )
    .output(payment),

  ignore: adminOnly
    .route({
      method: 'POST',
      path: '/admin/payments/{id}/ignore',
      tags: ['admin'],
      summary: 'Mark received money as not the shop’s',
    })
    .errors({
      ...conflict,
      NOT_WAITING: { status: 409, message: 'This payment is not waiting for a decision.' },
    })
    .input(z.strictObject({ id, reason: text(500), version: z.number() }))
    .output(payment),

  evidence: adminOnly
    .route({
      method: 'GET',
      path: '/admin/payments/{id}/evidence',
      tags: ['admin'],
      summary: 'All that says something of a received payment, the strongest first',
    })
    .input(z.strictObject({ id }))
    .output(z.object({ items: z.array(evidence) })),

  restore: adminOnly
    .route({
      method: 'POST',
      path: '/admin/payments/{id}/restore',
      tags: ['admin'],
      summary: 'Take back that a payment is not the shop’s',
    })
    .errors({
      ...conflict,
      NOT_IGNORED: { status: 409, message: 'This payment was not marked as not the shop’s.' },
      CODE_COUNTED: { status: 409, message: 'Another payment with this receipt number counts already.' },
    })
    .input(z.strictObject({ id, version: z.number() }))
    .output(payment),

  keep: adminOnly
    .route({
      method: 'POST',
      path: '/admin/payments/{id}/keep',
      tags: ['admin'],
      summary: 'Leave a payment as it was booked, although other evidence contradicts it',
    })
    .errors({
      ...conflict,
      NOTHING_DISAGREES: { status: 409, message: 'Nothing contradicts this payment any more.' },
    })
    .input(z.strictObject({ id, version: z.number() }))
    .output(payment),

  reverse: adminOnly
    .route({
      method: 'POST',
      path: '/admin/payments/{id}/reverse',
      tags: ['admin'],
      summary: 'Take back received money that the bank or the mobile-money company reversed',
    })
    .errors({
      ...conflict,
      NOT_SETTLED: { status: 409, message: 'This payment pays nothing.' },
    })
    .input(z.strictObject({ id, version: z.number() }))
    .output(payment),

  confirm: adminOnly
    .route({
      method: 'POST',
      path: '/admin/payments/{id}/confirm',
      tags: ['admin'],
      summary: 'Confirm by hand that a claimed payment came in',
    })
    .errors({ NOT_CLAIMED: { status: 409, message: 'There is no open claim to confirm.' } })
    .input(z.strictObject({ id }))
    .output(payment),

  reject: adminOnly
    .route({
      method: 'POST',
      path: '/admin/payments/{id}/reject',
      tags: ['admin'],
      summary: 'Reject a claim of payment',
    })
    .errors({ NOT_CLAIMED: { status: 409, message: 'There is no claim to reject.' } })
    .input(z.strictObject({ id, reason: text(1000) }))
    .output(payment),
}
