import { implement } from '@orpc/server'
import type { CallerContext, Context } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import { domain } from '../../products/domain.ts'
import { claimPayment } from '../../payments/server/claim-payment.ts'
import { payableRequest } from '../../requests/server/payable-request.ts'
import { listOwnRequests } from '../../requests/server/list.ts'
import { listOwnRecords, renewRecord } from '../../requests/server/records.ts'
import { submitRequest } from '../../requests/server/submit-request.ts'
import { customersContract } from '../contract.ts'
import { listCustomers, showCustomer } from './list-customers.ts'
import { Refused } from '../../../shared/refusal.ts'
import '../../../auth/tables.ts'

const on = implement(customersContract).$context<Context>().use(authorize)

// The functions serve all products. The contract validates the shape of the answers.
const shaped = (answer: Promise<unknown>) => answer as Promise<never>

/** The customers' own actions, done by an admin for one of them: the same functions with another caller. */
export const customersRouter = {
  list: on.list.handler(({ context: { caller }, input }) => listCustomers(caller, input)),
  show: on.show.handler(({ context: { caller }, input }) => showCustomer(caller, input.profile)),
  domains: on.domains.handler(async ({ context: { caller }, input: { profile, ...paging } }) =>
    shaped(listOwnRecords(await actingFor(caller, profile), domain, paging)),
  ),
  requests: on.requests.handler(async ({ context: { caller }, input: { profile, ...paging } }) =>
    shaped(listOwnRequests(await actingFor(caller, profile), domain, paging)),
  ),
  submit: on.submit.handler(async ({ context: { caller }, input: { profile, ...asked } }) =>
    shaped(submitRequest(await actingFor(caller, profile), domain, asked)),
  ),
  claimPayment: on.claimPayment.handler(async ({ context: { caller }, input: { profile, id, ...payment } }) =>
    shaped(claimPayment(await actingFor(caller, profile), payableRequest(domain), id, payment)),
  ),
  renew: on.renew.handler(async ({ context: { caller }, input: { profile, id } }) =>
    shaped(renewRecord(await actingFor(caller, profile), domain, id)),
  ),
}

/**
 * An admin's caller that acts for a customer: the rows are the customer's, the audit log names the admin and
 * `on_behalf_of`. The transactions run with the admin's rights, so only endpoints for admins may use it. Refuses
 * with `NOT_FOUND` an id that is not a customer's.
 */
async function actingFor(caller: CallerContext, customer: string): Promise<CallerContext> {
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
