import * as z from 'zod/mini'
import { currency, decimal, id, needs, rowId, text, time } from '../../../shared/contract.ts'
import { messageTemplate, templatePart } from '../../settings/settings.contract.ts'
import { markFields } from '../../settings/message-templates.ts'
import { learningRefusals } from './learn.ts'

/** Places of characters in the text with single blanks: the first one, and the one behind the last one. */
const mark = { field: z.enum(markFields), at: z.int(), end: z.int() }

/** What a message says by the marks of an admin, or by a template. */
const reading = z.object({
  amount: decimal,
  currency,
  balance: z.nullable(decimal),
  code: z.nullable(z.string()),
  payer_name: z.nullable(z.string()),
  payer_phone: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  paid_at: z.nullable(time),
})

/** Why the shop proposes nothing, or can't learn from the messages that are marked. */
export const proposalRefusals = ['unmarked', 'known-sender', 'reads-no-payment', ...learningRefusals] as const

const proposal = z.object({
  sender: z.string(),
  /** Null where there is nothing to accept. */
  template: z.nullable(
    z.object({
      parts: z.array(templatePart),
      method: z.string(),
      currency,
      /** What the admin accepts. It changes with everything of the template. */
      key: z.string(),
      is_accepted: z.boolean(),
    }),
  ),
  refusal: z.nullable(z.enum(proposalRefusals)),
  was_revoked: z.boolean(),
  /** Where two marked messages differ, in each of them. */
  words: z.array(z.string()),
  /** The two marked messages, and all that wait, with what the template reads of each. */
  items: z.array(
    z.object({
      id: rowId,
      text: z.string(),
      received_at: time,
      state: z.enum(['marked', 'waiting', 'dismissed']),
      reads: z.nullable(reading),
    }),
  ),
})

const sender = text(100)

export const templatesContract = {
  label: needs('payments.read')
    .route({
      method: 'GET',
      path: '/admin/payments/received/{id}/label',
      summary: 'What can be marked in a message that waits, and what probably is to be marked',
    })
    .errors({ NOT_UNREAD: { status: 409, message: 'This message was decided or read meanwhile.' } })
    .input(z.strictObject({ id }))
    .output(
      z.object({
        sender: z.string(),
        /** With single blanks. */
        text: z.string(),
        version: z.number(),
        choices: z.array(z.object({ ...mark, text: z.string() })),
        marks: z.array(z.object(mark)),
        method: z.nullable(z.string()),
        currency: z.nullable(currency),
        /** Whether the shop can learn how this sender writes. */
        may_be_learned: z.boolean(),
      }),
    ),

  save: needs('payments.write')
    .route({
      method: 'POST',
      path: '/admin/payments/received/{id}/label',
      summary: 'It is a payment, and these parts of its text say what was paid',
    })
    .errors({
      CONFLICT: { status: 409, message: 'Someone has decided this meanwhile.' },
      NOT_UNREAD: { status: 409, message: 'This message was decided or read meanwhile.' },
      MARKS_INVALID: { status: 400, message: 'Please mark the amount, and each part of the text once.' },
      CODE_COUNTED: { status: 409, message: 'A payment with this receipt number counts already.' },
      AMOUNT_INVALID: { status: 400, message: 'Please enter the amount that came in.' },
      CURRENCY_INVALID: { status: 400, message: 'This method is not paid in this currency.' },
    })
    .input(
      z.strictObject({
        id,
        version: z.number(),
        /** One of the shop's payment methods. */
        method: text(200),
        currency,
        marks: z.array(z.strictObject(mark)).check(z.minLength(1), z.maxLength(markFields.length)),
      }),
    )
    .output(
      z.object({
        /** `known`: another source has reported the payment. */
        outcome: z.enum(['counted', 'known']),
        /** Whether a template can be accepted now. */
        proposes: z.boolean(),
      }),
    ),

  proposals: needs('payments.read')
    .route({
      method: 'GET',
      path: '/admin/payments/templates/proposals',
      summary: 'The templates that follow from two marked messages of a sender and wait to be accepted',
    })
    /** With a sender also what is accepted, or refused. */
    .input(z.strictObject({ sender: z.optional(sender) }))
    .output(z.object({ items: z.array(proposal) })),

  accept: needs('settings.write')
    .route({
      method: 'POST',
      path: '/admin/payments/templates',
      summary: 'Read messages of this sender by the template, those that wait too',
    })
    .errors({ CONFLICT: { status: 409, message: 'The proposal has changed meanwhile.' } })
    .input(z.strictObject({ sender, key: text(100) }))
    .output(
      z.object({
        template: messageTemplate,
        /** How many messages that waited it has read, and how many of them count by themselves. */
        read: z.number(),
        counted: z.number(),
      }),
    ),
}
