import * as z from 'zod/mini'
import { currency, decimal, needs, rowId, time } from '../../shared/contract.ts'
import { paymentFilters } from '../money/received/payment-states.ts'
import { nameColumns, profileOutputs } from '../../shared/people/profile.ts'
import { MOST_OF_A_KIND, MOST_RESULTS, SHORTEST_SEARCH } from './search.data.ts'

const person = z.object({ id: rowId, ...profileOutputs(nameColumns) })
const found = { id: rowId, customer: z.nullable(person) }
/** Whether it is paid, or its customer says so. */
const payment = z.nullable(z.enum(['paid', 'claimed']))

/** The one search of the admins' area. Each list is short: the best or the newest that were found. */
export const searchContract = {
  /** Each group of results needs the permission of its list. */
  find: needs('overview.read')
    .route({
      method: 'GET',
      path: '/admin/search',
      summary: 'Customers, names, orders, receipts, references, amounts and invoices',
    })
    .input(
      z.strictObject({
        q: z.string().check(z.trim(), z.minLength(SHORTEST_SEARCH), z.maxLength(200)),
        /** How many of each kind. */
        limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(MOST_RESULTS)), MOST_OF_A_KIND),
      }),
    )
    .output(
      z.object({
        /** By a part of a name, of an address or of a phone number, or by country. */
        customers: z.array(z.extend(person, { phone_number: z.nullable(z.string()) })),
        /** What is held, by the start of its name. */
        services: z.array(
          z.object({ ...found, kind: z.string(), name: z.string(), expires_at: z.nullable(time) }),
        ),
        /** The newest, by a part of what was asked for or of the customer's words, or by a receipt. */
        requests: z.array(
          z.object({
            ...found,
            kind: z.string(),
            subject: z.string(),
            status: z.string(),
            payment,
            created_at: time,
          }),
        ),
        /** By number, or the newest by a part of an item or of the customer's words, or by a receipt. */
        orders: z.array(
          z.object({
            ...found,
            number: z.number(),
            items: z.array(z.string()),
            status: z.string(),
            payment,
            created_at: time,
          }),
        ),
        /** Claimed and received, by the start of the receipt number, or the newest of an amount. */
        payments: z.array(
          z.object({
            ...found,
            type: z.enum(['claim', 'received']),
            receipt: z.string(),
            state: z.enum(paymentFilters),
            amount: z.nullable(decimal),
            currency: z.nullable(currency),
            created_at: time,
          }),
        ),
        /** By reference, or the newest of an amount. */
        charges: z.array(
          z.object({
            ...found,
            reference: z.string(),
            kind: z.string(),
            subject: z.string(),
            request_id: z.nullable(rowId),
            order_id: z.nullable(rowId),
            state: z.enum(['open', 'paid', 'void']),
            amount: decimal,
            currency,
          }),
        ),
        /** By the start of their number, or the newest of an amount. */
        invoices: z.array(z.object({ ...found, number: z.string(), amount: decimal, currency })),
      }),
    ),
}
