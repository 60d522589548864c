import type { Generated } from 'kysely'
import type { Amount, Now } from '../../../server/database/tables.ts'
import type { LineState, OrderStatus } from '../order.ts'

export interface Orders {
  id: string
  user_id: string
  status: Generated<OrderStatus>
  total_price: Amount
  admin_feedback: string | null
  payment_confirmed: Generated<boolean>
  claim_rejection: string | null
  version: Generated<number>
  created_at: Now
  updated_at: Now
}

/** The columns of an order, without those that the database fills for searches. */
export const orderColumns = [
  'orders.id',
  'orders.user_id',
  'orders.status',
  'orders.total_price',
  'orders.admin_feedback',
  'orders.payment_confirmed',
  'orders.claim_rejection',
  'orders.version',
  'orders.created_at',
  'orders.updated_at',
] as const satisfies `orders.${keyof Orders}`[]

export interface OrderLines {
  id: string
  order_id: string
  user_id: string
  position: number
  domain: string
  price: Amount
  state: Generated<LineState>
  unchecked: boolean
  /** The domain while the order is pending and the state is not `gone`. Unique for a customer. */
  open_key: string | null
}

export interface Refunds {
  id: string
  order_id: string
  user_id: string
  amount: Amount
  currency: Generated<string>
  method: string
  reference: string
  /** A day, as `2026-11-22`. */
  paid_on: string
  order_version: number
  created_by: string | null
  created_at: Now
}

export interface CartItems {
  user_id: string
  domain: string
  created_at: Now
}

declare module '../../../server/database/tables.ts' {
  interface Tables {
    orders: Orders
    order_lines: OrderLines
    refunds: Refunds
    cart_items: CartItems
  }
}
