import { Refused } from '../../../shared/refusal.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import '../../../auth/tables.ts'

/**
 * An admin's caller at which the person is a customer: what is done there is the customer's, and is written down as the
 * admin's act for them. The transactions stay the admin's own; only endpoints for admins may ask for such a caller.
 * Refuses with `NOT_FOUND` an id that is no customer's: an admin acts for no admin.
 */
export async function actFor(caller: CallerContext, customer: string): Promise<CallerContext> {
  const found = await caller.read(({ db }) =>
    db
      .selectFrom('profiles')
      .select('id')
      .where('id', '=', customer)
      .where('role', '=', 'user')
      .executeTakeFirst(),
  )
  if (!found) throw new Refused('NOT_FOUND')
  const write: CallerContext['write'] = (work) => caller.write((tx) => work({ ...tx, onBehalfOf: customer }))
  return { ...caller, person: () => customer, write, writeAsServer: write }
}
