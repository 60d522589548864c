import * as z from 'zod/mini'
import { id, needs } from '../../shared/contract.ts'

/** The code of a name that is transferred here, for whoever of the staff carries that out. */
export const transferCodeContract = {
  show: needs('requests.write')
    .meta({ secrets: ['code'] })
    .route({
      method: 'POST',
      path: '/admin/transfers/{id}/code',
      summary: 'Show the code of a transfer that a person carries out',
      description: 'It is logged who has seen it. Programs are shown none.',
    })
    .errors({ NOT_NOW: { status: 409, message: 'This can’t be done with it now.' } })
    .input(z.strictObject({ id }))
    .output(z.object({ code: z.string() })),
}
