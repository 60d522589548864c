import * as z from 'zod/mini'
import { currency, decimal, id, needs, text } from '../../../shared/contract.ts'
import { charge, payment, person } from './payment-shape.ts'
import { decisionActs } from './payment-states.ts'
import {
  allocationParts,
  allocationRefusals,
  confirmationRefusals,
  conflict,
  recorded,
  recordRefusals,
  reversalRefusals,
} from './payments.contract.ts'

/** How long a decision can be undone before it is carried out. */
export const UNDO_SECONDS = 10

/** What a decision does, as it was tried. */
const effects = z.object({
  charges: z.array(
    z.object({
      /** As it is now. */
      charge,
      /** How much of the payment it gets, in the payment's currency. Null where it gets nothing. */
      pays: z.nullable(decimal),
      /** How much of the payment it had, and has no more. */
      loses: z.nullable(decimal),
      /** The invoices that it issues for the charge, each mailed to the customer. */
      issues: z.array(z.enum(['invoice', 'credit-note'])),
      /** After it. */
      becomes: z.object({ state: charge.shape.state, rest: decimal }),
    }),
  ),
  /** By how much the credit of customers rises, or falls below zero. */
  credits: z.array(z.object({ customer: person, amount: decimal, currency })),
})

const refusals = { ...conflict, ...allocationRefusals, ...reversalRefusals, ...confirmationRefusals } as const

const decision = z.strictObject({
  /** Of received money, or of a claim that is confirmed. */
  id,
  act: z.enum(decisionActs),
  /** To allocate: which part pays what. */
  parts: z.optional(allocationParts),
  /** To allocate what paid something: why that was wrong. */
  reason: z.optional(text(500)),
  version: z.number(),
})

export type DecisionInput = z.infer<typeof decision>

/** Decisions of admins that can be undone for ten seconds. Programs call the acts of `payments`, which are final at once. */
export const decisionsContract = {
  preview: needs('payments.write')
    .route({
      method: 'POST',
      path: '/admin/payments/{id}/decision/preview',
      summary: 'What a decision about a payment would do, without doing it',
    })
    .errors(refusals)
    .input(decision)
    .output(effects),

  decide: needs('payments.write')
    .route({
      method: 'POST',
      path: '/admin/payments/{id}/decision',
      summary: 'Decide about a payment: it is carried out after ten seconds, in which it can be undone',
    })
    .errors(refusals)
    .input(decision)
    .output(payment),

  previewRecord: needs('payments.write')
    .route({
      method: 'POST',
      path: '/admin/charges/{id}/payment/decision/preview',
      summary: 'What recording a payment by hand would do, without doing it',
    })
    .errors(recordRefusals)
    .input(recorded)
    .output(effects),

  record: needs('payments.write')
    .route({
      method: 'POST',
      path: '/admin/charges/{id}/payment/decision',
      summary: 'Record a payment by hand: it is booked after ten seconds, in which it can be undone',
    })
    .errors(recordRefusals)
    .input(recorded)
    .output(payment),

  undo: needs('payments.write')
    .route({
      method: 'DELETE',
      path: '/admin/payments/{id}/decision',
      summary: 'Undo a decision that is not carried out yet, or remove the note that it could not be',
    })
    .errors({ TOO_LATE: { status: 409, message: 'This was carried out already.' } })
    .input(z.strictObject({ id }))
    .output(payment),
}
