import * as z from 'zod/mini'
import { needs } from '../../shared/contract.ts'
import { testSale } from '../requests/test-sale.contract.ts'
import { laterSteps, requiredSteps } from './steps.ts'

export const onboardingContract = {
  /** The first screen of everybody shows it to those who change settings. */
  show: needs('overview.read')
    .route({
      method: 'GET',
      path: '/admin/onboarding',
      summary: 'What a new shop has set, and what it has not',
    })
    .output(
      z.object({
        /** Whether an admin has closed the set-up. */
        is_finished: z.boolean(),
        /** Whether customers may request and order. */
        is_open: z.boolean(),
        /** The test sale, if there is one. */
        test_sale: z.nullable(testSale),
        required: z.array(z.object({ step: z.enum(requiredSteps), is_done: z.boolean() })),
        later: z.array(z.object({ step: z.enum(laterSteps), is_done: z.boolean() })),
      }),
    ),
}
