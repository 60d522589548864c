import * as z from 'zod/mini'
import { currency, decimal, needs, rowId } from '../../../shared/contract.ts'

const sums = z.object({
  /** How many registrations and renewals. */
  names: z.number(),
  /** What the ledger says was sold, without VAT. */
  sold: decimal,
  currency,
  cost: decimal,
  cost_currency: currency,
  /** Null where there was no rate for the currency of the cost on the day that it was booked. */
  margin: z.nullable(decimal),
})

export const marginSubjects = ['ending', 'month', 'customer', 'name'] as const

export const marginsContract = {
  show: needs('payments.read')
    .meta({ readsAside: true })
    .route({
      method: 'GET',
      path: '/admin/margins',
      summary: 'What names were sold for and cost, by ending, month, customer or name',
      description:
        'A name counts on the day on which its cost was booked. At most 100 lines, the lowest margin first.',
    })
    .input(
      z
        .strictObject({ by: z.enum(marginSubjects), from: z.iso.date(), to: z.iso.date() })
        .check(
          z.refine(({ from, to }) => from <= to && Number(to.slice(0, 4)) - Number(from.slice(0, 4)) <= 10),
        ),
    )
    .output(
      z.object({
        items: z.array(
          z.extend(sums, {
            /** The ending, the month as `2026-11`, or the name of the customer or of the domain. */
            label: z.string(),
            customer: z.nullable(rowId),
          }),
        ),
        /** How many lines there are. */
        groups: z.number(),
        totals: z.array(sums),
      }),
    ),
}
