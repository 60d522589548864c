import * as z from 'zod/mini'
import { order } from '../orders/orders.contract.ts'
import { charge } from '../money/charges/charges.contract.ts'
import type { ProductDefinition } from '../products/product-definition.ts'
import { products } from '../products/products.ts'
import type { WebhookType } from './event-types.ts'
import { rowId, time } from '../../shared/contract.ts'

const all = Object.values(products) as ProductDefinition[]

/** A request as its customer sees it, and its product. */
const request = z.union(all.map(({ name, entity }) => z.extend(entity, { product: z.literal(name) })))

/** What a customer holds, as they see it, and its product. Whether it can be renewed depends on the day. */
const service = z.union(
  all.map(({ name, service }) =>
    z.extend(z.omit(service.entity, { renewal: true, next_period: true }), { product: z.literal(name) }),
  ),
)

/** The amount due that a payment is for, as its customer sees it. */
const due = z.extend(charge, { user_id: rowId })

/** Money that came in, without the payer's name and phone number. */
const received = z.object({
  id: rowId,
  channel: z.string(),
  method: z.nullable(z.string()),
  kind: z.string(),
  amount: z.nullable(z.number()),
  currency: z.nullable(z.string()),
  /** The receipt number. */
  code: z.nullable(z.string()),
  reference: z.nullable(z.string()),
  paid_at: z.nullable(time),
  received_at: time,
  state: z.string(),
})

/** The `data` of each type of webhooks. Fields that are not named here are never sent. */
export const webhookData: Record<WebhookType, z.ZodMiniType> = {
  'request.created': request,
  'request.priced': request,
  'request.suggested': request,
  'request.active': request,
  'request.rejected': request,
  'payment.received': received,
  'payment.claimed': due,
  'payment.confirmed': due,
  'payment.rejected': due,
  'payment.reversed': due,
  'order.placed': order,
  'order.completed': order,
  'order.cancelled': order,
  'order.refunded': order,
  'service.renewed': service,
  'service.suspended': service,
  'service.resumed': service,
  'service.ended': service,
}
