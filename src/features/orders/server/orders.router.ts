import { implement } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import { claimPayment } from '../../money/server/claims/claim-payment.ts'
import { rejectPayment } from '../../money/server/claims/reject-payment.ts'
import { authorize } from '../../../server/http/procedures.ts'
import { cartContract, ordersContract } from '../orders.contract.ts'
import { addToCart, listCart, removeFromCart } from './cart.ts'
import { listOrdersForReview, listOwnOrders, ownOrder } from './orders.queries.ts'
import { payableOrder } from './payable-order.ts'
import type { CheckContext } from '../../requests/server/submit-request.ts'
import { placeOrder } from './place-order.ts'
import { listRenewable, orderRenewals } from './renew-many.ts'
import { refundOrder } from './refund-order.ts'
import { reviewPlacedOrder } from './review-order.ts'

const cart = implement(cartContract).$context<Context>().use(authorize)
export const cartRouter = {
  list: cart.list.handler(({ context }) => listCart(context.caller)),
  add: cart.add.handler(({ context, input }) => addToCart(context.caller, input.item)),
  remove: cart.remove.handler(({ context, input }) => removeFromCart(context.caller, input.item)),
}

const orders = implement(ordersContract).$context<Context & CheckContext>().use(authorize)
export const ordersRouter = {
  list: orders.list.handler(({ context, input }) => listOwnOrders(context.caller, input)),
  place: orders.place.handler(({ context, input }) => placeOrder(context.caller, input, context.checkName)),
  renewable: orders.renewable.handler(({ context }) => listRenewable(context.caller)),
  renew: orders.renew.handler(({ context, input }) => orderRenewals(context.caller, input)),
  get: orders.get.handler(({ context, input }) => ownOrder(context.caller, input.id)),
  claimPayment: orders.claimPayment.handler(({ context, input: { id, ...payment } }) =>
    claimPayment(context.caller, payableOrder, id, payment),
  ),
  reviewList: orders.reviewList.handler(({ context, input }) => listOrdersForReview(context.caller, input)),
  review: orders.review.handler(({ context, input }) => reviewPlacedOrder(context.caller, input)),
  refund: orders.refund.handler(({ context, input }) => refundOrder(context.caller, input)),
  rejectPayment: orders.rejectPayment.handler(({ context, input }) =>
    rejectPayment(context.caller, payableOrder, input),
  ),
}
