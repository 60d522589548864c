import * as z from 'zod/mini'
import { currency, decimal, id, needs, oneLineText, rowId, time } from '../../shared/contract.ts'

const topUp = z.object({
  id: rowId,
  /** What the registrar has credited. */
  amount: decimal,
  currency,
  paid: z.object({ amount: decimal, currency }),
  /** The payment method. Null for a balance that was there before it was kept here. */
  method: z.nullable(z.string()),
  date: z.string(),
  note: z.nullable(z.string()),
  undone_at: z.nullable(time),
})

/** The balance of an account as the books of the shop have it, beside what its registrar says. */
const books = z.object({
  id: rowId,
  currency,
  /** Top-ups less costs. */
  booked: decimal,
  read: z.nullable(decimal),
  read_at: z.nullable(time),
  /** What was ordered and is not booked yet. The registrar may have taken it. */
  under_way: decimal,
  /** The latest ones, newest first. */
  top_ups: z.array(topUp),
})

export const topUpsContract = {
  books: needs('payments.read')
    .route({
      method: 'GET',
      path: '/admin/registrars/books',
      summary: 'The balances at registrars as the ledger has them',
    })
    .output(z.object({ items: z.array(books) })),

  topUp: needs('payments.write')
    .route({
      method: 'POST',
      path: '/admin/registrars/{id}/top-ups',
      summary: 'Enter what was paid in to an account at a registrar',
    })
    .errors({
      AMOUNT_INVALID: { status: 400, message: 'Please enter an amount above 0 in this currency.' },
      DATE_INVALID: { status: 400, message: 'Please enter a day that is not after today.' },
    })
    .input(
      z.strictObject({
        id,
        /** What the registrar has credited, in the currency of the account. */
        amount: decimal,
        /** What was paid for it. The same by default. */
        paid: z.optional(
          z.strictObject({ amount: decimal, currency: z.string().check(z.regex(/^[A-Z]{3}$/)) }),
        ),
        /** Null for a balance that was there before. */
        method: z.nullable(oneLineText(100)),
        date: z.iso.date(),
        note: z.optional(z.nullable(oneLineText(200))),
      }),
    )
    .output(books),

  undoTopUp: needs('payments.write')
    .route({
      method: 'POST',
      path: '/admin/registrars/top-ups/{id}/undo',
      summary: 'Take back a top-up that was entered by mistake',
    })
    .input(z.strictObject({ id }))
    .output(books),
}
