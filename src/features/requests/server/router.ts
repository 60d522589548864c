import { implement, type Router } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import { recordsContract, renewalsContract, requestsContract } from '../contract.ts'
import type { ProductDefinition } from '../../products/product-definition.ts'
import { productNames, products } from '../../products/products.ts'
import { finishRenewal, listRenewals, releaseRecord } from './admin-records.ts'
import { claimPayment } from './claim-payment.ts'
import { listForReview, listOwnRequests } from './list.ts'
import { listOwnRecords, renewRecord } from './records.ts'
import { rejectPayment } from './reject-payment.ts'
import { reviewRequest } from './review.ts'
import { submitRequest } from './submit.ts'

/** The same acts for every product. The contract checks each product's shapes when the answers leave. */
const routerOf = (name: (typeof productNames)[number]) => {
  const product: ProductDefinition = products[name] as unknown as ProductDefinition
  // One product's types stand for all here: the endpoints differ in the shapes of their rows alone.
  const on = implement(requestsContract[name] as (typeof requestsContract)['domain'])
    .$context<Context>()
    .use(authorize)
  return {
    list: on.list.handler(({ context, input }) => listOwnRequests(context.caller, product, input) as never),
    submit: on.submit.handler(({ context, input }) => submitRequest(context.caller, product, input) as never),
    claimPayment: on.claimPayment.handler(
      ({ context, input: { id, ...payment } }) => claimPayment(context.caller, product, id, payment) as never,
    ),
    records: on.records.handler(
      ({ context, input }) => listOwnRecords(context.caller, product, input) as never,
    ),
    renew: on.renew.handler(({ context, input }) => renewRecord(context.caller, product, input.id) as never),
    reviewList: on.reviewList.handler(
      ({ context, input }) => listForReview(context.caller, product, input) as never,
    ),
    review: on.review.handler(({ context, input }) => reviewRequest(context.caller, product, input) as never),
    rejectPayment: on.rejectPayment.handler(
      ({ context, input }) => rejectPayment(context.caller, product, input) as never,
    ),
  }
}

export const requestsRouter = Object.fromEntries(
  productNames.map((name) => [name, routerOf(name)]),
) as unknown as Router<typeof requestsContract, Context>

const renewals = implement(renewalsContract).$context<Context>().use(authorize)
export const renewalsRouter = {
  list: renewals.list.handler(({ context, input }) => listRenewals(context.caller, input)),
  done: renewals.done.handler(({ context, input }) => finishRenewal(context.caller, input.id)),
}

const records = implement(recordsContract).$context<Context>().use(authorize)
export const recordsRouter = {
  release: records.release.handler(({ context, input }) => releaseRecord(context.caller, input.id)),
}
