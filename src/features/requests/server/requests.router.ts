import { implement, type Router } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import type { Accounts } from '../../accounts/server/accounts.ts'
import { claimPayment } from '../../money/server/claims/claim-payment.ts'
import { rejectPayment } from '../../money/server/claims/reject-payment.ts'
import { authorize } from '../../../server/http/procedures.ts'
import { type Endpoints, requestsContract } from '../requests.contract.ts'
import type { ProductDefinition } from '../../products/product-definition.ts'
import { perProduct, type ProductName, products } from '../../products/products.ts'
import { ownAccess } from './access/own-access.ts'
import { showSecret } from './access/secrets.ts'
import { listForReview, listOwnRequests } from './requests.queries.ts'
import { listOwnServices, renewService } from './own-services.ts'
import { payableRequest } from './payable-request.ts'
import { setAutoRenew } from './renewals/auto-renew.ts'
import { reviewRequest } from './review-request.ts'
import { type CheckContext, submitRequest } from './submit-request.ts'

/** The same handlers for every product. The contract checks the shape of each product's answers. */
const routerOf = (name: ProductName, accounts: Accounts) => {
  const product: ProductDefinition = products[name]
  const on = implement(requestsContract[name] as Endpoints<ProductDefinition>)
    .$context<Context & CheckContext>()
    .use(authorize)
  return {
    list: on.list.handler(({ context, input }) => listOwnRequests(context.caller, product, input)),
    submit: on.submit.handler(({ context, input }) =>
      submitRequest(context.caller, product, input, context.checkName),
    ),
    claimPayment: on.claimPayment.handler(({ context, input: { id, ...payment } }) =>
      claimPayment(context.caller, payableRequest(product), id, payment),
    ),
    services: on.services.handler(({ context, input }) => listOwnServices(context.caller, product, input)),
    renew: on.renew.handler(({ context, input }) => renewService(context.caller, product, input.id)),
    autoRenew: on.autoRenew.handler(({ context, input }) => setAutoRenew(context.caller, product, input)),
    reviewList: on.reviewList.handler(({ context, input }) => listForReview(context.caller, product, input)),
    review: on.review.handler(({ context, input }) =>
      reviewRequest(context.caller, product, input, accounts.keys),
    ),
    access: on.access.handler(({ context, input }) => ownAccess(context.caller, product, input.id)),
    showSecret: on.showSecret.handler(({ context, input }) =>
      showSecret(context.caller, accounts, product, input, context.clientAddress),
    ),
    rejectPayment: on.rejectPayment.handler(({ context, input }) =>
      rejectPayment(context.caller, payableRequest(product), input),
    ),
  }
}

// TypeScript can't derive that each router has the types of its own product.
export const requestsRouter = (accounts: Accounts) =>
  perProduct((name) => routerOf(name, accounts)) as unknown as Router<
    typeof requestsContract,
    Context & CheckContext
  >
