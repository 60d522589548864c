import * as z from 'zod/mini'
import { dollars, open } from '../../shared/contract.ts'

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
        currency: z.literal('USD'),
        /** Promotional figures; nobody is charged one of these. */
        marketing: z.object({ com_from: dollars, hosting_from: dollars }),
        domains: z.array(
          z.object({
            ending: z.string(),
            /** For the first year. */
            price: dollars,
            /** For each year after it; null where it is on request. */
            renewal_price: z.nullable(dollars),
          }),
        ),
        plans: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            monthly_price: dollars,
            yearly_price: dollars,
            disk: z.string(),
            bandwidth: z.string(),
            features: z.array(z.string()),
          }),
        ),
        payment_methods: z.array(z.string()),
        /** What a searched name is glued to, beside the endings: `online.com`. */
        glued_endings: z.array(z.string()),
      }),
    ),
}
