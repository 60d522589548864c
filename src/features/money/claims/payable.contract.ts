import * as z from 'zod/mini'
import { currency, decimal, id, needs, rowId, signedIn, text, time } from '../../../shared/contract.ts'
import { adminColumns, profileOutputs } from '../../../shared/people/profile.ts'
import { paymentInput } from './payment-input.ts'

/** The fields of a payable about the claim of payment that counts, and about the last rejected one. */
export const claimFields = {
  payment_confirmed: z.boolean(),
  payer_name: z.nullable(z.string()),
  receipt_number: z.nullable(z.string()),
  payment_method: z.nullable(z.string()),
  /** Why the last claim of payment was rejected, until there is a new claim. */
  claim_rejection: z.nullable(z.string()),
  /** What the payer types beside the amount, once there is one to pay. */
  reference: z.nullable(z.string()),
}

/** The fields of a payable that only admins see. */
export const reviewFacts = {
  requester: z.nullable(z.object({ id: rowId, ...profileOutputs(adminColumns) })),
  /** The claim that counts: the amount due then, and whether another claim has the same receipt number. */
  claim: z.nullable(
    z.object({
      amount: z.nullable(decimal),
      currency,
      claimed_at: time,
      receipt_seen_before: z.boolean(),
      /** Whether the receipt number has not the form that the wallet gives them. */
      receipt_unusual: z.boolean(),
      /** The message that the customer pasted, out of which the receipt number was taken. It proves nothing. Null for those who may not see payments. */
      receipt_text: z.nullable(z.string()),
      /** The claim's id, where it has a photo of the receipt. */
      photo: z.nullable(rowId),
    }),
  ),
  /**
   * The payments that pay it, the last one first. `seen` are those that a phone or a bank has reported, and credit. All others
   * were confirmed by an admin, who is named by `by`.
   */
  payments: z.array(
    z.object({
      amount: decimal,
      currency,
      method: z.nullable(z.string()),
      code: z.nullable(z.string()),
      payer_name: z.nullable(z.string()),
      at: time,
      seen: z.boolean(),
      by: z.nullable(z.string()),
    }),
  ),
  /** What received money has paid of the open amount, where it is a part. */
  part: z.nullable(z.object({ settled: decimal, amount: decimal, currency })),
  /** How many claims were refused because another customer holds the receipt. */
  refused_claims: z.number(),
}

export type ClaimFields = { [Name in keyof typeof claimFields]: z.infer<(typeof claimFields)[Name]> }
export type ReviewFacts = { [Name in keyof typeof reviewFacts]: z.infer<(typeof reviewFacts)[Name]> }

/** Why no receipt number is taken from what was entered. */
export const receiptRefusals = {
  RECEIPT_MISSING: {
    status: 400,
    message:
      'No receipt number was found. Please enter the number alone, as the message about the payment has it.',
  },
  RECEIPT_SEVERAL: {
    status: 400,
    message: 'This text has several receipt numbers. Please enter the one of this payment.',
  },
  RECEIPT_OTHER: {
    status: 400,
    message:
      'This message is not about a payment to us. Please enter the receipt number of the payment to us.',
  },
} as const

/** The refusals of a claim of payment. */
export const claimRefusals = {
  ...receiptRefusals,
  FIELDS_REQUIRED: { status: 400, message: 'Please fill in all fields.' },
  NOT_PAYABLE: { status: 409, message: 'There is no offer to pay.' },
  ALREADY_CLAIMED: { status: 409, message: 'The payment is confirmed already.' },
  RECEIPT_USED: { status: 409, message: 'This receipt number has already been used.' },
} as const

interface PayableContract<Shown extends z.ZodMiniType, Reviewed extends z.ZodMiniType> {
  /** Its path in the API, such as `/orders`. */
  path: `/${string}`
  /** The group in the documentation of the API. */
  tag: string
  claimSummary: string
  /** The message of `FIELDS_REQUIRED`, where it differs. */
  claimIncomplete?: string
  conflict: string
  shown: Shown
  reviewed: Reviewed
}

/** The endpoints that every payable has: a customer claims a payment, an admin rejects the claim. */
export const paymentEndpoints = <Shown extends z.ZodMiniType, Reviewed extends z.ZodMiniType>({
  path,
  tag,
  claimSummary,
  claimIncomplete = claimRefusals.FIELDS_REQUIRED.message,
  conflict,
  shown,
  reviewed,
}: PayableContract<Shown, Reviewed>) => ({
  claimPayment: signedIn
    .route({ method: 'POST', path: `${path}/{id}/payment`, tags: [tag], summary: claimSummary })
    .errors({ ...claimRefusals, FIELDS_REQUIRED: { status: 400, message: claimIncomplete } })
    .input(z.strictObject({ id, ...paymentInput }))
    .output(shown),

  rejectPayment: needs('payments.write')
    .route({
      method: 'POST',
      path: `/admin${path}/{id}/payment/reject`,
      summary: 'Reject a claim of payment',
    })
    .errors({
      NOT_CLAIMED: { status: 409, message: 'There is no claim to reject.' },
      CONFLICT: { status: 409, message: conflict, data: reviewed },
    })
    .input(z.strictObject({ id, reason: text(1000), version: z.optional(z.number()) }))
    .output(reviewed),
})
