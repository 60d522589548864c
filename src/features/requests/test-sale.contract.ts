import * as z from 'zod/mini'
import { needs, rowId } from '../../shared/contract.ts'

export const testSale = z.object({
  id: rowId,
  /** The name that is asked for. */
  name: z.string(),
  stage: z.enum(['asked', 'offered', 'suggested', 'rejected', 'active']),
  /** Whether its payment was claimed. */
  is_claimed: z.boolean(),
  /** Whether it is the caller's own, who sees it as a customer. */
  is_mine: z.boolean(),
})

export const testSaleContract = {
  start: needs('requests.write')
    .route({
      method: 'POST',
      path: '/admin/test-sale',
      summary: 'Try the shop as a customer, with a request of my own that is offered at once',
      description:
        'No money ever counts for it: it has no invoice and no posting. There is one at a time; the present one is the answer to a second call.',
    })
    .errors({ PROFILE_INCOMPLETE: { status: 409, message: 'Please complete your profile first.' } })
    .input(z.strictObject({}))
    .output(z.object({ test_sale: testSale })),

  remove: needs('requests.write')
    .route({
      method: 'DELETE',
      path: '/admin/test-sale',
      summary: 'Remove the test sale with its charge, its claims and its service',
    })
    .output(z.object({ test_sale: z.null() })),
}
