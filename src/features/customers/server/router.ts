import { implement } from '@orpc/server'
import type { CallerContext, Context } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import { domain } from '../../products/domain.ts'
import { claimPayment } from '../../payments/server/claim-payment.ts'
import { payableRequest } from '../../requests/server/payable-request.ts'
import { listOwnRequests } from '../../requests/server/list.ts'
import { listOwnRecords, renewRecord } from '../../requests/server/records.ts'
import { submitRequest } from '../../requests/server/submit.ts'
import { customersContract } from '../contract.ts'
import { listCustomers, showCustomer } from './list-customers.ts'
import { Refused } from '../../../shared/refusal.ts'
import '../../../auth/tables.ts'

const on = implement(customersContract).$context<Context>().use(authorize)

// The acts stand for all products alike; the contract checks the shapes of this one when the answers leave.
const shaped = (answer: Promise<unknown>) => answer as Promise<never>

/** What customers do for themselves, done by an admin for one of them: the same acts at another caller. */
export const customersRouter = {
  list: on.list.handler(({ context: { caller }, input }) => listCustomers(caller, input)),
  show: on.show.handler(({ context: { caller }, input }) => showCustomer(caller, input.profile)),
  domains: on.domains.handler(async ({ context: { caller }, input: { profile, ...paging } }) =>
    shaped(listOwnRecords(await actFor(caller, profile), domain, paging)),
  ),
  requests: on.requests.handler(async ({ context: { caller }, input: { profile, ...paging } }) =>
    shaped(listOwnRequests(await actFor(caller, profile), domain, paging)),
  ),
  submit: on.submit.handler(async ({ context: { caller }, input: { profile, ...asked } }) =>
    shaped(submitRequest(await actFor(caller, profile), domain, asked)),
  ),
  claimPayment: on.claimPayment.handler(async ({ context: { caller }, input: { profile, id, ...payment } }) =>
    shaped(claimPayment(await actFor(caller, profile), payableRequest(domain), id, payment)),
  ),
  renew: on.renew.handler(async ({ context: { caller }, input: { profile, id } }) =>
    shaped(renewRecord(await actFor(caller, profile), domain, id)),
  ),
}

/**
 * An admin's caller at which the person is a customer: what is done there is the customer's, and is written down as the
 * admin's act for them. The transactions stay the admin's own; only endpoints for admins may ask for such a caller.
 * Refuses with `NOT_FOUND` an id that is no customer's: an admin acts for no admin.
 */
async function actFor(caller: CallerContext, customer: string): Promise<CallerContext> {
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
