import * as z from 'zod/mini'
import { cursor, decimal, id, limit, needs, page, rowId, text, time } from '../../../shared/contract.ts'
import { receiptRefusals } from '../claims/payable.contract.ts'
import { channels, comparedFacts, LONGEST_MESSAGE, receivedStates } from './received.ts'

/** What a message or a row of a statement says. */
const said = {
  /** A decimal number in `currency`; null where it could not be read. */
  amount: z.nullable(decimal),
  currency: z.nullable(z.string()),
  code: z.nullable(z.string()),
  payer_name: z.nullable(z.string()),
  payer_phone: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  paid_at: z.nullable(time),
}
const facts = { kind: z.string(), ...said }

/** What came in from the shop's phone, pasted text or a statement, as admins see it. */
const item = z.object({
  id: rowId,
  channel: z.enum(channels),
  sender: z.nullable(z.string()),
  /** The text as it came in, which anybody may have written. */
  body: z.nullable(z.string()),
  method: z.nullable(z.string()),
  ...facts,
  balance: z.nullable(decimal),
  received_at: time,
  state: z.enum(receivedStates),
  /** Why it waits for a person. */
  reason: z.nullable(z.string()),
  /** Whether its parts can be marked: nothing reads it, or its sender is one whose messages the shop may learn to read. */
  can_be_labelled: z.boolean(),
  version: z.number(),
})

/** What says that a payment came in, as it was read. */
export const evidence = z.object({
  id: rowId,
  channel: z.enum(channels),
  /** 4: a statement. 3: a message that continues the balance, or what an admin has confirmed. 2 and 1: not proved. */
  rank: z.number(),
  /** Why it is doubted. */
  reason: z.nullable(z.string()),
  sender: z.nullable(z.string()),
  /** The text as it came in, which anybody may have written. */
  body: z.nullable(z.string()),
  method: z.nullable(z.string()),
  ...said,
  received_at: time,
  /** The admin who entered it by hand. */
  entered_by: z.nullable(z.string()),
  /** Whether an admin has said that it is not true. */
  dismissed: z.boolean(),
  /** In what it contradicts the facts of the payment. */
  differs: z.array(z.enum(comparedFacts)),
})

const found = z.object({
  ...facts,
  state: z.enum(receivedStates),
  reason: z.nullable(z.string()),
  text: z.string(),
})

const pasted = {
  /** Messages, with an empty line between two of them. */
  text: text(20_000),
  /** The name under which the wallet or bank has sent them. */
  sender: text(100),
}

const optional = (most: number) => z.optional(z.string().check(z.trim(), z.maxLength(most)))

const refusals = {
  CONFLICT: { status: 409, message: 'Someone has decided this meanwhile.', data: item },
}

export const receivedContract = {
  list: needs('payments.read')
    .route({
      method: 'GET',
      path: '/admin/payments/received',
      summary: 'What came in and waits for a person, newest first; or what was ignored',
    })
    .input(
      z.strictObject({
        state: z.optional(z.enum(['waiting', 'ignored'])),
        id: z.optional(id),
        cursor,
        limit,
      }),
    )
    .output(page(item)),

  confirm: needs('payments.write')
    .route({
      method: 'POST',
      path: '/admin/payments/received/{id}/confirm',
      summary: 'Count it as received money, with these facts',
    })
    .errors({
      ...refusals,
      ...receiptRefusals,
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
        amount: z.number(),
        currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
        /** Or the message that it stands in. */
        code: optional(LONGEST_MESSAGE),
        payer_name: optional(200),
        payer_phone: optional(40),
        reference: optional(100),
        /** The evidence that is true, where there are several. */
        evidence: z.optional(id),
      }),
    )
    .output(item),

  dismiss: needs('payments.write')
    .route({
      method: 'POST',
      path: '/admin/payments/received/{id}/dismiss',
      summary: 'It is no payment to this shop',
    })
    .errors(refusals)
    .input(z.strictObject({ id, version: z.number() }))
    .output(item),

  preview: needs('payments.write')
    .route({
      method: 'POST',
      path: '/admin/payments/paste/preview',
      summary: 'What pasted messages say, without saving',
    })
    .input(z.strictObject(pasted))
    .output(z.object({ items: z.array(found) })),

  paste: needs('payments.write')
    .route({
      method: 'POST',
      path: '/admin/payments/paste',
      summary: 'Save pasted messages. They wait until an admin confirms them',
    })
    .input(z.strictObject(pasted))
    .output(z.object({ stored: z.number(), repeated: z.number(), ignored: z.number() })),
}
