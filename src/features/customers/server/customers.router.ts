import { implement, type Router } from '@orpc/server'
import type { CallerContext, Context } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import type { ProductDefinition } from '../../products/product-definition.ts'
import { perProduct, type ProductName, products } from '../../products/products.ts'
import { claimPayment } from '../../money/server/claims/claim-payment.ts'
import { payableRequest } from '../../requests/server/payable-request.ts'
import { listOwnRequests } from '../../requests/server/requests.queries.ts'
import { listOwnServices, renewService } from '../../requests/server/own-services.ts'
import { submitRequest } from '../../requests/server/submit-request.ts'
import { type CustomerEndpoints, customersContract } from '../customers.contract.ts'
import { requireCustomer } from '../../accounts/server/accounts.ts'
import { listCustomers, showCustomer } from './customers.queries.ts'
import { customerOverview } from './overview.ts'
import { addNote, listNotes, removeNote } from './notes.ts'

const on = implement(customersContract).$context<Context>().use(authorize)

/** The customers' own actions, done by an admin for one of them: the same functions with another caller. */
const productRouter = (name: ProductName) => {
  const product: ProductDefinition = products[name]
  const endpoints = implement(customersContract.products[name] as CustomerEndpoints<ProductDefinition>)
    .$context<Context>()
    .use(authorize)
  return {
    services: endpoints.services.handler(async ({ context: { caller }, input: { profile, ...paging } }) =>
      listOwnServices(await actingFor(caller, profile), product, paging),
    ),
    requests: endpoints.requests.handler(async ({ context: { caller }, input: { profile, ...paging } }) =>
      listOwnRequests(await actingFor(caller, profile), product, paging),
    ),
    submit: endpoints.submit.handler(async ({ context: { caller }, input: { profile, ...request } }) =>
      submitRequest(await actingFor(caller, profile), product, request),
    ),
    claimPayment: endpoints.claimPayment.handler(
      async ({ context: { caller }, input: { profile, id, ...payment } }) =>
        claimPayment(await actingFor(caller, profile), payableRequest(product), id, payment),
    ),
    renew: endpoints.renew.handler(async ({ context: { caller }, input: { profile, id } }) =>
      renewService(await actingFor(caller, profile), product, id),
    ),
  }
}

export const customersRouter = {
  list: on.list.handler(({ context: { caller }, input }) => listCustomers(caller, input)),
  show: on.show.handler(({ context: { caller }, input }) => showCustomer(caller, input.profile)),
  overview: on.overview.handler(({ context: { caller }, input }) => customerOverview(caller, input.profile)),
  // TypeScript can't derive that each router has the types of its own product.
  products: perProduct(productRouter) as unknown as Router<typeof customersContract.products, Context>,
  notes: {
    list: on.notes.list.handler(({ context: { caller }, input: { profile, ...paging } }) =>
      listNotes(caller, profile, paging),
    ),
    add: on.notes.add.handler(({ context: { caller }, input: { profile, body } }) =>
      addNote(caller, profile, body),
    ),
    remove: on.notes.remove.handler(({ context: { caller }, input: { profile, id } }) =>
      removeNote(caller, profile, id),
    ),
  },
}

/**
 * An admin's caller that acts for a customer: the rows are the customer's, the audit log names the admin and
 * `on_behalf_of`. The transactions run with the admin's rights, so only endpoints for admins may use it. Refuses
 * with `NOT_FOUND` an id that is not a customer's.
 */
async function actingFor(caller: CallerContext, customer: string): Promise<CallerContext> {
  await caller.read((tx) => requireCustomer(tx, customer))
  const write: CallerContext['write'] = (work) => caller.write((tx) => work({ ...tx, onBehalfOf: customer }))
  return { ...caller, person: () => customer, write, writeAsServer: write }
}
