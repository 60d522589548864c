import { implement } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import { house } from '../../../server/http/procedures.ts'
import { domain } from '../../products/domain.ts'
import { claimPayment } from '../../requests/server/claim-payment.ts'
import { listOwnRequests } from '../../requests/server/list.ts'
import { listOwnRecords, renewRecord } from '../../requests/server/records.ts'
import { submitRequest } from '../../requests/server/submit.ts'
import { customersContract } from '../contract.ts'
import { actFor } from './act-for.ts'
import { listCustomers, showCustomer } from './list.ts'

const on = implement(customersContract).$context<Context>().use(house)

// The acts stand for all products alike; the contract checks the shapes of this one when the answers leave.
const shaped = (answer: Promise<unknown>) => answer as Promise<never>

/** What customers do for themselves, done by an admin for one of them: the same acts at another desk. */
export const customersRouter = {
  list: on.list.handler(({ context: { desk }, input }) => listCustomers(desk, input)),
  show: on.show.handler(({ context: { desk }, input }) => showCustomer(desk, input.profile)),
  domains: on.domains.handler(async ({ context: { desk }, input: { profile, ...paging } }) =>
    shaped(listOwnRecords(await actFor(desk, profile), domain, paging)),
  ),
  requests: on.requests.handler(async ({ context: { desk }, input: { profile, ...paging } }) =>
    shaped(listOwnRequests(await actFor(desk, profile), domain, paging)),
  ),
  submit: on.submit.handler(async ({ context: { desk }, input: { profile, ...asked } }) =>
    shaped(submitRequest(await actFor(desk, profile), domain, asked)),
  ),
  claimPayment: on.claimPayment.handler(async ({ context: { desk }, input: { profile, id, ...payment } }) =>
    shaped(claimPayment(await actFor(desk, profile), domain, id, payment)),
  ),
  renew: on.renew.handler(async ({ context: { desk }, input: { profile, id } }) =>
    shaped(renewRecord(await actFor(desk, profile), domain, id)),
  ),
}
