import { implement } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import { authorize } from '../../../server/http/procedures.ts'
import { cartContract, ordersContract } from '../contract.ts'
import { addToCart, listCart, removeFromCart } from './cart.ts'
import type { Checking } from './check.ts'
import { claimOrderPayment } from './claim-payment.ts'
import { listOrdersForReview, listOwnOrders, ownOrder } from './list.ts'
import { placeOrder } from './place.ts'
import { refundOrder } from './refund.ts'
import { rejectOrderPayment, reviewPlacedOrder } from './review.ts'

const cart = implement(cartContract).$context<Context>().use(authorize)
export const cartRouter = {
  list: cart.list.handler(({ context }) => listCart(context.caller)),
  add: cart.add.handler(({ context, input }) => addToCart(context.caller, input.domain)),
  remove: cart.remove.handler(({ context, input }) => removeFromCart(context.caller, input.domain)),
}

const on = implement(ordersContract).$context<Context & Checking>().use(authorize)
export const ordersRouter = {
  list: on.list.handler(({ context, input }) => listOwnOrders(context.caller, input)),
  place: on.place.handler(({ context, input }) =>
    placeOrder(context.caller, input.domains, context.checkName),
  ),
  get: on.get.handler(({ context, input }) => ownOrder(context.caller, input.id)),
  claimPayment: on.claimPayment.handler(({ context, input: { id, ...payment } }) =>
    claimOrderPayment(context.caller, id, payment),
  ),
  reviewList: on.reviewList.handler(({ context, input }) => listOrdersForReview(context.caller, input)),
  review: on.review.handler(({ context, input }) => reviewPlacedOrder(context.caller, input)),
  refund: on.refund.handler(({ context, input }) => refundOrder(context.caller, input)),
  rejectPayment: on.rejectPayment.handler(({ context, input }) => rejectOrderPayment(context.caller, input)),
}
