import * as z from 'zod/mini'
import { signedIn } from '../../../shared/contract.ts'
import { charge } from '../charges/contract.ts'
import { claimRefusals } from './contract.ts'
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
}
