import * as z from 'zod/mini'
import { open } from '../../shared/contract.ts'

const country = z.object({
  /** ISO 3166-1 alpha-2. */
  cca2: z.string(),
  name: z.object({ common: z.string() }),
  /** Root and first suffix make the dialling code. */
  idd: z.object({ root: z.string(), suffixes: z.array(z.string()) }),
  flags: z.object({ svg: z.string(), alt: z.string() }),
})

export const countriesContract = {
  list: open
    .route({
      method: 'GET',
      path: '/countries',
      tags: ['public'],
      summary: 'Countries with their dialling codes',
    })
    .output(z.array(country)),
}
