import * as z from 'zod/mini'
import { currency, decimal, row, rowId, time } from '../../../shared/contract.ts'
import { nameColumns, profileOutputs } from '../../../shared/people/profile.ts'
import { decisionActs, paymentStates } from './payment-states.ts'
import { channels } from './received.ts'

export const person = z.object({ id: rowId, ...profileOutputs(nameColumns) })

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

/** An amount due that a payment may be for. */
export const suggestion = z.object({
  ...charge.shape,
  /** The receipt number that its customer has typed, where it is near to that of the payment, of the same amount and method. */
  typed: z.nullable(z.string()),
})

/** A payment, a claim or a refund as admins see it. */
export const payment = row({
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
  /** The message that somebody pasted in place of the receipt number, which was taken out of it. It proves nothing. */
  pasted: z.nullable(z.string()),
  payer_name: z.nullable(z.string()),
  payer_phone: z.nullable(z.string()),
  /** What the payer typed. */
  reference: z.nullable(z.string()),
  paid_at: z.nullable(time),
  /** By what the list is sorted: when it was paid, or else when it came to be known. */
  at: time,
  /** False where a customer says it, or an admin has confirmed it without having seen it. */
  seen: z.boolean(),
  /** The admin who confirmed it without having seen it. */
  confirmed_by: z.nullable(z.string()),
  /** Whether evidence contradicts what was booked, and nobody has looked at it. */
  disagrees: z.boolean(),
  /** What an admin has decided of it, which can still be undone, or was not carried out. */
  decision: z.nullable(
    z.object({
      act: z.enum(decisionActs),
      by: z.string(),
      due_at: time,
      /** The refusal because of which it was not carried out. */
      failed: z.nullable(z.string()),
    }),
  ),
  created_at: time,
  version: z.number(),
  /** Whether the customer has added a photo of the receipt, to a claim. */
  photo: z.boolean(),
  /** What it pays or paid: the first charge of several. */
  charge: z.nullable(charge),
  /** Which part of received money pays which charge. */
  parts: z.array(z.object({ amount: decimal, outcome: z.string(), charge })),
  /** Of a refund of credit, which belongs to no charge. The charge names the customer of all others. */
  customer: z.nullable(person),
  /** Open charges that the money may be for. Nothing pays one of them but an admin's decision. */
  suggestions: z.array(suggestion),
})
