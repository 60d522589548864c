import * as z from 'zod/mini'
import { needs, time } from '../../shared/contract.ts'
import { checkNames, checkStates, factNames, factUnits, problems } from './checks.ts'

const check = z.object({
  name: z.enum(checkNames),
  state: z.enum(checkStates),
  /** What is wrong. Null unless the state is `warning` or `problem`. */
  problem: z.nullable(z.enum(problems)),
  facts: z.array(
    z.object({
      name: z.enum(factNames),
      unit: z.enum(factUnits),
      /** A number in the unit, a time in RFC 3339, or a text. Null if there is none. */
      value: z.nullable(z.union([z.string(), z.number()])),
    }),
  ),
})

export const operationsContract = {
  show: needs('operations.read')
    .route({
      method: 'GET',
      path: '/admin/operations',
      summary: 'The state of this installation: what works, what does not, and since when',
    })
    .output(z.object({ at: time, items: z.array(check) })),
}
