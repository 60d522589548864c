import * as z from 'zod/mini'
import { currency, decimal, id, needs, oneLineText, rowId, signedIn } from '../../../shared/contract.ts'

/** What a customer can use or get back, in one currency. */
const credit = z.object({
  /** Negative where the customer owes more than was paid. */
  amount: decimal,
  currency,
})

const ownCredit = z.extend(credit, {
  /** The open charges in that currency, the oldest first. */
  charges: z.array(
    z.object({
      id: rowId,
      subject: z.string(),
      kind: z.string(),
      reference: z.string(),
      left: decimal,
      currency,
    }),
  ),
})

const useRefusals = {
  NO_CREDIT: { status: 409, message: 'There is no credit in this currency.' },
  NOTHING_DUE: { status: 409, message: 'Nothing is due any more.' },
} as const

const used = z.object({
  /** What was taken of the credit. */
  amount: decimal,
  currency,
  /** Whether the charge is paid now. */
  paid: z.boolean(),
})

/** The credit of customers: what was paid too much, or is owed back and stays. */
export const creditContract = {
  own: signedIn
    .route({ method: 'GET', path: '/credit', tags: ['payments'], summary: 'My credit, by currency' })
    .output(z.object({ items: z.array(ownCredit) })),

  use: signedIn
    .route({
      method: 'POST',
      path: '/charges/{id}/credit',
      tags: ['payments'],
      summary: 'Pay with my credit',
    })
    .errors(useRefusals)
    .input(z.strictObject({ id }))
    .output(used),

  show: needs('customers.read')
    .route({
      method: 'GET',
      path: '/admin/profiles/{profile}/credit',
      summary: "A customer's credit, by currency",
    })
    .input(z.strictObject({ profile: id }))
    .output(z.object({ items: z.array(ownCredit) })),

  useFor: needs('payments.write')
    .route({
      method: 'POST',
      path: '/admin/charges/{id}/credit',
      summary: "Pay with the customer's credit",
    })
    .errors(useRefusals)
    .input(z.strictObject({ id }))
    .output(used),

  payBack: needs('payments.write')
    .route({
      method: 'POST',
      path: '/admin/profiles/{profile}/refunds',
      summary: 'Record that credit was paid back',
    })
    .errors({
      MORE_THAN_CREDIT: { status: 409, message: "This is more than the customer's credit." },
      DATE_INVALID: {
        status: 400,
        message: 'Please enter a day that is not before the customer signed up and not after today.',
      },
      ALREADY_RECORDED: { status: 409, message: 'A refund with this reference is already saved.' },
    })
    .input(
      z.strictObject({
        profile: id,
        amount: decimal,
        currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
        method: oneLineText(100),
        reference: oneLineText(200),
        /** The day on which it was paid. */
        date: z.iso.date(),
      }),
    )
    .output(z.object({ items: z.array(ownCredit) })),
}
