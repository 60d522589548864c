import * as z from 'zod/mini'
import { currency, decimal, open } from '../../shared/contract.ts'

/** What the shop sells and how it is paid, with the shop's own prices. */
export const catalogueContract = {
  show: open
    .route({
      method: 'GET',
      path: '/catalogue',
      tags: ['storefront'],
      summary: 'Prices, plans, endings, payment methods',
    })
    .output(
      z.object({
        currency,
        /** Promotional prices. No customer is charged one of these. */
        marketing: z.object({ com_from: decimal, hosting_from: decimal }),
        domains: z.array(
          z.object({
            ending: z.string(),
            /** Of the first year. */
            price: decimal,
            /** Of each further year. Null where it is on request. */
            renewal_price: z.nullable(decimal),
          }),
        ),
        plans: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            monthly_price: decimal,
            yearly_price: decimal,
            disk: z.string(),
            bandwidth: z.string(),
            features: z.array(z.string()),
          }),
        ),
        payment_methods: z.array(z.string()),
        /** What is appended to a searched name beside the endings, such as `online.com`. */
        glued_endings: z.array(z.string()),
      }),
    ),
}
