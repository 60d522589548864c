import type { Payable, PayableRow } from '../../payments/server/payable.ts'
import { payableOrder } from '../../orders/server/payable-order.ts'
import { payableRequest } from '../../requests/server/payable-request.ts'
import { type ProductName, products } from '../../products/products.ts'

/** A request of any product, or an order. */
export type AnyPayable = Payable<PayableRow, object, object>

/**
 * The payable of a kind: `order`, or the name of a product.
 */
export const payableOf = (kind: string): AnyPayable =>
  (kind === 'order' ? payableOrder : payableRequest(products[kind as ProductName])) as unknown as AnyPayable

/** The id of what a charge or a claim is for. Null for a renewal. */
export const payableId = (row: { request_id: string | null; order_id: string | null }) =>
  row.request_id ?? row.order_id
