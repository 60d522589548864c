import * as z from 'zod/mini'
import { currency, decimal, open } from '../../shared/contract.ts'

/** What the shop sells and the payment methods, with the shop's own prices. */
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
        /** Promotional prices, or the lowest of the list. Null where there is none. */
        marketing: z.object({ com_from: z.nullable(decimal), hosting_from: z.nullable(decimal) }),
        domains: z.array(
          z.object({
            ending: z.string(),
            /** For the first year. Null for "price on request". */
            price: z.nullable(decimal),
            /** For each further year. Null for "price on request". */
            renewal_price: z.nullable(decimal),
            /** For a name that is transferred here. Null for "price on request". */
            transfer_price: z.nullable(decimal),
            /** The longest first term in years. */
            years: z.number(),
            /** What the registry demands of the holder; empty for nothing. */
            needs: z.string(),
          }),
        ),
        /** A year of an e-mail address. Null for "price on request". */
        email_price: z.nullable(decimal),
        plans: z.array(
          z.object({
            id: z.string(),
            name: z.string(),
            monthly_price: decimal,
            yearly_price: decimal,
            disk: z.string(),
            bandwidth: z.string(),
            /** Names of the default plans' features, or texts of the shop as `English | Swahili`. */
            features: z.array(z.string()),
            recommended: z.boolean(),
          }),
        ),
        payment_methods: z.array(z.string()),
        /** Appended to a searched name without a dot, such as `online.com`. */
        glued_endings: z.array(z.string()),
      }),
    ),
}
