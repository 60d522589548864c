import * as z from 'zod/mini'
import { currency, decimal, id, needs, rowId, time } from '../../../shared/contract.ts'

const amount = z.nullable(decimal)
const days = z.nullable(z.number())

/** What an ending costs at the registrar that serves it. Amounts are for one year; null: not offered, or not told. */
const cost = z.object({
  ending: z.string(),
  account: rowId,
  currency,
  register: amount,
  renew: amount,
  transfer: amount,
  years: z.array(z.number()),
  grace_days: days,
  grace_fee: amount,
  redemption_days: days,
  redemption_fee: amount,
})

/** When the prices of an account were read, and when and why they last could not be. */
const read = z.object({
  id: rowId,
  name: z.string(),
  currency,
  /** Whether its registrar tells prices at all. */
  is_readable: z.boolean(),
  prices_at: z.nullable(time),
  failed_at: z.nullable(time),
  failure: z.nullable(z.string()),
  /** Since when a price is below cost, because the registrar has changed its own. */
  below_cost_since: z.nullable(time),
})

export const costsContract = {
  costs: needs('settings.read')
    .route({
      method: 'GET',
      path: '/admin/costs',
      tags: ['admin'],
      summary: 'What the endings cost that accounts at registrars serve',
    })
    .output(z.object({ items: z.array(cost), accounts: z.array(read) })),

  readPrices: needs('operations.write')
    .route({
      method: 'POST',
      path: '/admin/registrars/{id}/prices',
      summary: 'Read the prices of a registrar now',
      description: 'It changes no price of the shop.',
    })
    .errors({
      PROVIDER_FAILED: {
        status: 400,
        message: 'The registrar did not tell its prices.',
        data: z.object({ words: z.string() }),
      },
    })
    .input(z.strictObject({ id }))
    .output(
      z.object({
        /** How many endings have prices now. */
        endings: z.number(),
      }),
    ),

  keepPrices: needs('settings.write')
    .route({
      method: 'POST',
      path: '/admin/registrars/{id}/prices/keep',
      summary: 'Keep prices below cost, and take the hint out of the inbox',
    })
    .input(z.strictObject({ id }))
    .output(z.object({ id: rowId })),
}
