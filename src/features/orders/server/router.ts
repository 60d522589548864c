import { implement } from '@orpc/server'
import type { Context } from '../../../server/http/context.ts'
import { house } from '../../../server/http/procedures.ts'
import { cartContract, ordersContract } from '../contract.ts'
import { addToCart, listCart, removeFromCart } from './cart.ts'
import type { Checking } from './check.ts'
import { claimOrderPayment } from './claim-payment.ts'
import { listOrdersForReview, listOwnOrders, ownOrder } from './list.ts'
import { placeOrder } from './place.ts'
import { refundOrder } from './refund.ts'
import { rejectOrderPayment, reviewPlacedOrder } from './review.ts'

const cart = implement(cartContract).$context<Context>().use(house)
export const cartRouter = {
  list: cart.list.handler(({ context }) => listCart(context.desk)),
  add: cart.add.handler(({ context, input }) => addToCart(context.desk, input.domain)),
  remove: cart.remove.handler(({ context, input }) => removeFromCart(context.desk, input.domain)),
}

const on = implement(ordersContract).$context<Context & Checking>().use(house)
export const ordersRouter = {
  list: on.list.handler(({ context, input }) => listOwnOrders(context.desk, input)),
  place: on.place.handler(({ context, input }) => placeOrder(context.desk, input.domains, context.checkName)),
  get: on.get.handler(({ context, input }) => ownOrder(context.desk, input.id)),
  claimPayment: on.claimPayment.handler(({ context, input: { id, ...payment } }) =>
    claimOrderPayment(context.desk, id, payment),
  ),
  reviewList: on.reviewList.handler(({ context, input }) => listOrdersForReview(context.desk, input)),
  review: on.review.handler(({ context, input }) => reviewPlacedOrder(context.desk, input)),
  refund: on.refund.handler(({ context, input }) => refundOrder(context.desk, input)),
  rejectPayment: on.rejectPayment.handler(({ context, input }) => rejectOrderPayment(context.desk, input)),
}
