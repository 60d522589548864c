import * as z from 'zod/mini'
import {
  currency,
  cursor,
  decimal,
  id,
  limit,
  page,
  row,
  rowId,
  signedIn,
  time,
} from '../../../shared/contract.ts'
import { claimRefusals } from '../claims/payable.contract.ts'
import { paymentInput } from '../claims/payment-input.ts'

/** `part` is open and paid in part; `claimed` is open, and the customer says that all or the rest was paid. */
export const chargeStates = ['open', 'part', 'claimed', 'paid', 'void'] as const
export type ChargeState = (typeof chargeStates)[number]

/** The amount in the currency of a payment method, as it was offered: `rate` of it for one unit of the charge's. */
const quote = z.object({ method: z.string(), currency, rate: z.number(), amount: decimal })

export type OfferedQuote = z.infer<typeof quote>

export const charge = row({
  id: rowId,
  /** What the payer types beside the amount. */
  reference: z.string(),
  /** The name of the product, or `order`. */
  kind: z.string(),
  subject: z.string(),
  /** What it is for: one of them is set. */
  request_id: z.nullable(rowId),
  order_id: z.nullable(rowId),
  renewal_id: z.nullable(rowId),
  state: z.enum(chargeStates),
  amount: decimal,
  /** What received money has paid of it, and what is still to be paid. */
  settled: decimal,
  rest: decimal,
  currency,
  quotes: z.array(quote),
  due_on: z.nullable(z.string()),
  /** The term of what it is for. Null for an order of several terms, and for what has no end. */
  months: z.nullable(z.number()),
  created_at: time,
  paid_at: z.nullable(time),
  /**
   * What has paid it, the last payment first. `seen` are those that a phone or a bank has reported to the shop, and credit;
   * the shop has confirmed all others.
   */
  payments: z.array(
    z.object({
      id: rowId,
      amount: decimal,
      currency,
      method: z.nullable(z.string()),
      code: z.nullable(z.string()),
      at: time,
      seen: z.boolean(),
    }),
  ),
  /** The customer's claims of payment for it, newest first. */
  claims: z.array(
    z.object({
      id: rowId,
      payer_name: z.string(),
      payment_method: z.string(),
      receipt_number: z.string(),
      /** `open`: nobody has decided it. `settled`: confirmed. `short`: its money paid only a part. */
      state: z.enum(['open', 'settled', 'short', 'rejected']),
      reason: z.nullable(z.string()),
      /** Whether it has a photo of the receipt. */
      photo: z.boolean(),
      created_at: time,
    }),
  ),
})

export const chargesContract = {
  list: signedIn
    .route({
      method: 'GET',
      path: '/payments',
      tags: ['payments'],
      summary: 'What I owe and what I paid, newest first',
    })
    .input(
      z.strictObject({
        /** Only what is for this service: its request or order, and its renewals. */
        service: z.optional(id),
        /** Only what is paid, or only what is not paid in full. */
        paid: z.optional(z.enum(['true', 'false'])),
        cursor,
        limit,
      }),
    )
    .output(page(charge)),

  get: signedIn
    .route({
      method: 'GET',
      path: '/payments/{reference}',
      tags: ['payments'],
      summary: 'One of my amounts due, by its reference',
    })
    .input(z.strictObject({ reference: z.string().check(z.maxLength(40)) }))
    .output(charge),

  claimPayment: signedIn
    .route({
      method: 'POST',
      path: '/renewals/{id}/payment',
      tags: ['payments'],
      summary: 'Confirm the payment of a renewal',
    })
    .errors(claimRefusals)
    .input(z.strictObject({ id, ...paymentInput }))
    .output(charge),
}
