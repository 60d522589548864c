import * as z from 'zod/mini'
import {
  currency,
  decimal,
  id,
  listInput,
  listOf,
  needs,
  oneLineText,
  text,
} from '../../../shared/contract.ts'
import { receiptRefusals } from '../claims/payable.contract.ts'
import { LONGEST_MESSAGE } from './received.ts'
import { evidence } from './received.contract.ts'
import { payment, suggestion } from './payment-shape.ts'
import { paymentFilters, paymentSorts } from './payment-states.ts'

/** Another admin was faster. */
export const conflict = {
  CONFLICT: { status: 409, message: 'Someone changed this payment meanwhile.' },
} as const

const matchRefusals = {
  NOT_WAITING: { status: 409, message: 'This payment is not waiting for a decision.' },
  NOT_CHECKED: { status: 409, message: 'Check and confirm what came in first.' },
  CODE_COUNTED: { status: 409, message: 'Another payment with this receipt number counts already.' },
  CHARGE_VOID: { status: 409, message: 'This amount is not due any more.' },
  OTHER_CURRENCY: { status: 409, message: 'The amount due was not offered in this currency.' },
} as const

/** What the parts of a payment are refused for. */
export const allocationRefusals = {
  ...matchRefusals,
  REASON_MISSING: { status: 400, message: 'Please say why it was booked wrongly.' },
  PARTS_INVALID: { status: 400, message: 'The parts do not make up the payment.' },
  CREDIT_USED: { status: 409, message: 'The customer has used this credit meanwhile.' },
  CREDIT_TOO_LARGE: { status: 409, message: 'This is more than the invoice has left.' },
} as const

export const reversalRefusals = {
  NOT_SETTLED: { status: 409, message: 'This payment pays nothing.' },
} as const

export const confirmationRefusals = {
  NOT_CLAIMED: { status: 409, message: 'There is no open claim to confirm.' },
} as const

/** Decimal numbers in the currency of the payment. None: it pays nothing any more. */
export const allocationParts = z
  .array(z.strictObject({ charge_id: id, amount: z.number() }))
  .check(z.maxLength(20))

/** A payment that an admin records by hand. */
export const recorded = z.strictObject({
  /** Of the charge. */
  id,
  method: oneLineText(100),
  /** Its number, or the message that it stands in. */
  receipt: text(LONGEST_MESSAGE),
  /** The day on which it was paid. */
  date: z.iso.date(),
})

export const recordRefusals = {
  ...receiptRefusals,
  NOTHING_DUE: { status: 409, message: 'Nothing is due any more.' },
  DATE_INVALID: {
    status: 400,
    message: 'Please enter a day that is not before the amount due and not after today.',
  },
  CODE_COUNTED: { status: 409, message: 'Another payment with this receipt number counts already.' },
} as const

export const paymentsContract = {
  list: needs('payments.read')
    .route({
      method: 'GET',
      path: '/admin/payments',
      summary: 'Everything claimed, received and paid back, by the time of the payment; open claims first',
    })
    .input(
      z.strictObject({
        /** A receipt, a reference, a name, a phone number or an amount. */
        q: z.optional(z.string().check(z.maxLength(200))),
        state: z.optional(z.enum(paymentFilters)),
        id: z.optional(id),
        /** Of one customer. */
        customer: z.optional(id),
        /** The rows of a statement that was loaded: those that were new with it, or known before. */
        import: z.optional(id),
        known: z.optional(z.enum(['yes', 'no'])),
        /** The key of a method, such as `mpesa`. */
        method: z.optional(z.string().check(z.maxLength(100))),
        /** The first and the last day of the payment, in the shop's time zone. */
        from: z.optional(z.iso.date()),
        to: z.optional(z.iso.date()),
        /** The least and the most of an amount, in any currency. */
        least: z.optional(z.coerce.number()),
        most: z.optional(z.coerce.number()),
        ...listInput(paymentSorts),
      }),
    )
    .output(
      z.object({
        /** The sums are of what came in, less what was paid back. */
        ...listOf(payment).shape,
        /** What came in, less what was paid back, of all rows of the days that the page shows; none by another sort. */
        days: z.array(
          z.object({
            day: z.iso.date(),
            sums: z.array(z.object({ currency, amount: decimal, count: z.number() })),
          }),
        ),
      }),
    ),

  charges: needs('payments.read')
    .route({
      method: 'GET',
      path: '/admin/charges',
      summary: 'Amounts due that a payment may be matched with: by reference, customer or subject',
    })
    .input(
      z.strictObject({
        q: z.optional(z.string().check(z.maxLength(200))),
        /** All of one customer, where nothing is searched. */
        customer: z.optional(id),
        /** Those that come closest to this payment, where nothing is searched: of the same payer and amount first. */
        payment: z.optional(id),
      }),
    )
    .output(z.object({ items: z.array(suggestion) })),

  record: needs('payments.write')
    .route({
      method: 'POST',
      path: '/admin/charges/{id}/payment',
      summary: 'Record by hand that all that is still due was paid',
    })
    .errors(recordRefusals)
    .input(recorded)
    .output(payment),

  match: needs('payments.write')
    .route({
      method: 'POST',
      path: '/admin/payments/{id}/match',
      summary: 'Match received money with an amount due',
    })
    .errors({ ...conflict, ...matchRefusals })
    .input(z.strictObject({ id, charge_id: id, version: z.number() }))
    .output(payment),

  allocate: needs('payments.write')
    .route({
      method: 'POST',
      path: '/admin/payments/{id}/allocate',
      summary: 'Say what received money pays: move it, split it over several amounts due, or take it off',
    })
    .errors({
      ...conflict,
      ...allocationRefusals,
    })
    .input(
      z.strictObject({
        id,
        parts: allocationParts,
        /** Why it was booked wrongly, if it paid something. */
        reason: z.optional(text(500)),
        version: z.number(),
      }),
    )
    .output(payment),

  ignore: needs('payments.write')
    .route({
      method: 'POST',
      path: '/admin/payments/{id}/ignore',
      summary: 'Mark received money as not the shop’s',
    })
    .errors({
      ...conflict,
      NOT_WAITING: { status: 409, message: 'This payment is not waiting for a decision.' },
    })
    .input(z.strictObject({ id, reason: text(500), version: z.number() }))
    .output(payment),

  evidence: needs('payments.read')
    .route({
      method: 'GET',
      path: '/admin/payments/{id}/evidence',
      summary: 'All that says something of a received payment, the strongest first',
    })
    .input(z.strictObject({ id }))
    .output(z.object({ items: z.array(evidence) })),

  restore: needs('payments.write')
    .route({
      method: 'POST',
      path: '/admin/payments/{id}/restore',
      summary: 'Take back that a payment is not the shop’s',
    })
    .errors({
      ...conflict,
      NOT_IGNORED: { status: 409, message: 'This payment was not marked as not the shop’s.' },
      CODE_COUNTED: { status: 409, message: 'Another payment with this receipt number counts already.' },
    })
    .input(z.strictObject({ id, version: z.number() }))
    .output(payment),

  keep: needs('payments.write')
    .route({
      method: 'POST',
      path: '/admin/payments/{id}/keep',
      summary: 'Leave a payment as it was booked, although other evidence contradicts it',
    })
    .errors({
      ...conflict,
      NOTHING_DISAGREES: { status: 409, message: 'Nothing contradicts this payment any more.' },
    })
    .input(z.strictObject({ id, version: z.number() }))
    .output(payment),

  reverse: needs('payments.write')
    .route({
      method: 'POST',
      path: '/admin/payments/{id}/reverse',
      summary: 'Take back received money that the bank or the mobile-money company reversed',
    })
    .errors({
      ...conflict,
      ...reversalRefusals,
    })
    .input(z.strictObject({ id, version: z.number() }))
    .output(payment),

  confirm: needs('payments.write')
    .route({
      method: 'POST',
      path: '/admin/payments/{id}/confirm',
      summary: 'Confirm by hand that a claimed payment came in',
    })
    .errors(confirmationRefusals)
    .input(z.strictObject({ id }))
    .output(payment),

  reject: needs('payments.write')
    .route({
      method: 'POST',
      path: '/admin/payments/{id}/reject',
      summary: 'Reject a claim of payment',
    })
    .errors({ NOT_CLAIMED: { status: 409, message: 'There is no claim to reject.' } })
    .input(z.strictObject({ id, reason: text(1000) }))
    .output(payment),
}
