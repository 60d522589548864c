import * as z from 'zod/mini'
import { currency, decimal, id, needs, rowId, time } from '../../shared/contract.ts'
import { relatedKinds } from './kinds.data.ts'

/** Something that belongs to a row. */
const related = z.object({
  kind: z.enum(relatedKinds),
  id: rowId,
  /** The product of a request or a service; null of everything else. */
  product: z.nullable(z.string()),
  /** The name, the number, or who has paid. */
  title: z.string(),
  state: z.nullable(z.string()),
  amount: z.nullable(decimal),
  currency: z.nullable(currency),
  at: time,
})

export const relatedContract = {
  list: needs('inbox.read')
    .route({
      method: 'GET',
      path: '/admin/related',
      summary: 'What belongs to a request, an order, a service or a payment, as far as the role may read it',
    })
    .input(z.strictObject({ kind: z.enum(relatedKinds), id }))
    .output(z.object({ items: z.array(related) })),
}
