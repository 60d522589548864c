import * as z from 'zod/mini'
import { id, needs, signedIn } from '../../../shared/contract.ts'
import { charge } from '../charges/charges.contract.ts'
import { claimRefusals, receiptRefusals } from './payable.contract.ts'
import { paymentInput } from './payment-input.ts'

const reference = z.string().check(z.maxLength(40))

const refusals = {
  NOT_OPEN: { status: 409, message: 'Your payment is being booked or was decided already.' },
} as const

/** What a customer says about an amount due, whatever it is for. */
export const claimsContract = {
  claim: signedIn
    .route({
      method: 'POST',
      path: '/payments/{reference}/claim',
      tags: ['payments'],
      summary: 'Say that I have paid an amount due',
    })
    .errors(claimRefusals)
    .input(z.strictObject({ reference, ...paymentInput }))
    .output(charge),

  correct: signedIn
    .route({
      method: 'PUT',
      path: '/payments/{reference}/claim',
      tags: ['payments'],
      summary: 'Correct what I have said about a payment, while nobody has decided it',
    })
    .errors({
      ...refusals,
      ...receiptRefusals,
      RECEIPT_USED: claimRefusals.RECEIPT_USED,
      FIELDS_REQUIRED: claimRefusals.FIELDS_REQUIRED,
    })
    .input(z.strictObject({ reference, ...paymentInput }))
    .output(charge),

  withdraw: signedIn
    .route({
      method: 'DELETE',
      path: '/payments/{reference}/claim',
      tags: ['payments'],
      summary: 'Withdraw what I have said about a payment, while nobody has decided it',
    })
    .errors(refusals)
    .input(z.strictObject({ reference }))
    .output(charge),

  addPhoto: signedIn
    .route({
      method: 'PUT',
      path: '/payments/{reference}/claim/photo',
      tags: ['payments'],
      summary: 'Add a photo of the receipt to what I have said about a payment',
    })
    .errors({ ...refusals, IMAGE_INVALID: { status: 400, message: 'Please choose another picture.' } })
    .input(
      z.strictObject({
        reference,
        /** A JPEG of at most 2000 pixels, base64. */
        image: z.string().check(z.minLength(1), z.maxLength(90_000)),
      }),
    )
    .output(charge),

  photo: needs('payments.read')
    .route({
      method: 'GET',
      path: '/admin/payments/{id}/photo',
      summary: 'The photo of a receipt that a customer has added to a claim. It proves nothing',
    })
    .input(z.strictObject({ id }))
    .output(z.object({ /** A JPEG, base64. */ image: z.string() })),
}
