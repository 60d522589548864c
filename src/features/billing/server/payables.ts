import type { Payable, PayableRow } from '../../payments/server/payable.ts'
import { payableRenewal } from '../../payments/server/payable-renewal.ts'
import { payableOrder } from '../../orders/server/payable-order.ts'
import { payableRequest } from '../../requests/server/payable-request.ts'
import { type ProductName, products } from '../../products/products.ts'

/** A request or a renewal of any product, or an order. */
export type AnyPayable = Payable<PayableRow, object, object>

/** What a charge is for: an order, or a request or a renewal of its product. */
export const payableOf = ({ kind, renewal_id }: { kind: string; renewal_id: string | null }): AnyPayable =>
  (renewal_id === null
    ? kind === 'order'
      ? payableOrder
      : payableRequest(products[kind as ProductName])
    : payableRenewal(kind)) as unknown as AnyPayable
