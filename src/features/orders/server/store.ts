import { productOf } from '../../products/item.ts'
import { type Generated, type GeneratedAlways, type Selectable, sql } from 'kysely'
import { decimalOf, type Money } from '../../../shared/money/money.ts'
import type { Transaction } from '../../../server/database/database.ts'
import { moneyFromColumn, type Tables, type Amount, type Now } from '../../../server/database/tables.ts'
import '../../money/server/charges/charges.ts'
import { type Claim, claimColumns, isCounted } from '../../money/server/charges/payable.ts'
import { renewalKey } from '../../requests/renewal.ts'
import { amountDue, type LineState, type OrderStatus } from '../order.ts'

type Db = Transaction['db']

interface Line {
  id: string
  item: string
  /** The first term of a domain. */
  years: number
  price: Money
  state: LineState
  unchecked: boolean
  /** It is being registered at a registrar. */
  in_delivery: boolean
  /** The id of the service that it renews. Null where it brings one. */
  renews: string | null
}

/** What was paid back. Method, reference and day are null for an amount that stays as the customer's credit. */
interface Refund {
  amount: Money
  method: string | null
  reference: string | null
  /** A day, as `2026-11-22`. */
  date: string | null
}

/** An order as the query returns it. Amounts are still decimal numbers. */
export type StoredOrder = Selectable<Tables['orders']> &
  Claim & {
    reference: string | null
    amount_paid: string | null
    lines: (Omit<Line, 'price'> & { price: number })[]
    refunds: (Omit<Refund, 'amount'> & { amount: number; currency: string })[]
  }

/** An order with its lines, the claim of payment that counts, and its refunds. */
export type OrderRow = Omit<StoredOrder, 'total_price' | 'lines' | 'refunds'> & {
  total_price: Money
  lines: Line[]
  refunds: Refund[]
}

/** The query for orders with all that {@link readOrder} needs. */
export const orderRows = (db: Db) =>
  db
    .selectFrom('orders')
    .leftJoin('claims', (join) => join.onRef('claims.order_id', '=', 'orders.id').on(isCounted))
    .leftJoin('charges', 'charges.order_id', 'orders.id')
    .select([
      ...orderColumns,
      ...claimColumns,
      'charges.reference',
      sql<string | null>`public.paid_for_order(orders.id)`.as('amount_paid'),
      sql<
        StoredOrder['lines']
      >`(select jsonb_agg(jsonb_build_object('id', id, 'item', domain, 'years', years, 'price', price, 'state', state,
                                                       'unchecked', unchecked, 'in_delivery', in_delivery, 'renews', renews) order by position)
                     from order_lines where order_id = orders.id)`.as('lines'),
      sql<
        StoredOrder['refunds']
      >`coalesce((select jsonb_agg(jsonb_build_object('amount', amount, 'currency', currency, 'method', method,
                                                      'reference', reference, 'date', paid_on) order by created_at)
                    from refunds where order_id = orders.id), '[]')`.as('refunds'),
    ])

/** A row of {@link orderRows} with its amounts as money. */
export const readOrder = (row: StoredOrder): OrderRow => ({
  ...row,
  total_price: moneyFromColumn(row.total_price, row.currency),
  lines: row.lines.map((line) => ({ ...line, price: moneyFromColumn(line.price, row.currency) })),
  refunds: row.refunds.map(({ amount, currency, ...refund }) => ({
    ...refund,
    amount: moneyFromColumn(amount, currency),
  })),
})

/** One order by its id, among those the caller may see. `lock` keeps others from changing it until the commit. */
export async function findOrder(
  { db }: Transaction,
  id: string,
  { owner, lock = false }: { owner?: string; lock?: boolean } = {},
): Promise<OrderRow | undefined> {
  // Two statements: a single one that waits for the lock would read the lines from before the lock.
  if (lock) await db.selectFrom('orders').select('id').where('id', '=', id).forUpdate().execute()
  let query = orderRows(db).where('orders.id', '=', id)
  if (owner) query = query.where('orders.user_id', '=', owner)
  const row = await query.executeTakeFirst()
  return row && readOrder(row)
}

/**
 * The key of an open line: of a line whose order is pending and whose state is not `gone`. A customer has a name, and the
 * renewal of a service, in one open order only, and a new plan in any number.
 */
export const openKey = ({ item, renews }: Pick<Line, 'item' | 'renews'>) =>
  renews ? renewalKey(renews) : productOf(item) === 'hosting' ? null : item

/** What the customer has paid for an order, or says to have paid. Null where nothing says so. */
export const amountPaid = ({ amount_paid, currency }: OrderRow): Money | null =>
  moneyFromColumn(amount_paid, currency)

/** What the shop owes the customer for an order. */
export const owedFor = ({ owed, currency }: OrderRow): Money => moneyFromColumn(owed, currency)

/** The order as the API shows it. */
export function presentOrder(row: OrderRow) {
  const paid = amountPaid(row)
  const { currency } = row
  return {
    id: row.id,
    number: row.number,
    user_id: row.user_id,
    domains: row.lines.map(({ item }) => item),
    total_price: decimalOf(row.total_price),
    currency,
    status: row.status,
    lines: row.lines.map(({ item, years, price, state, unchecked, in_delivery, renews }) => ({
      item,
      product: productOf(item),
      years,
      price: decimalOf(price),
      currency: price.currency,
      state,
      unchecked,
      in_delivery,
      renews,
    })),
    admin_feedback: row.admin_feedback,
    payment_confirmed: row.payment_confirmed,
    payer_name: row.payer_name,
    receipt_number: row.receipt_number,
    payment_method: row.payment_method,
    claim_rejection: row.claim_rejection,
    reference: row.reference,
    amount_due: decimalOf(amountDue(row.lines, currency)),
    amount_paid: paid && decimalOf(paid),
    owed_back: decimalOf(owedFor(row)),
    refunds: row.refunds.map(({ amount, ...refund }) => ({
      ...refund,
      amount: decimalOf(amount),
      currency: amount.currency,
    })),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    version: row.version,
  }
}

/** What the audit log stores of an order: enough to see what a save changed. */
export const auditable = ({ status, admin_feedback, payment_confirmed, version, lines }: OrderRow) => ({
  status,
  admin_feedback,
  payment_confirmed,
  version,
  lines: Object.fromEntries(lines.map(({ item, state }) => [item, state])),
})

export interface Orders {
  id: string
  number: Generated<number>
  user_id: string
  status: Generated<OrderStatus>
  total_price: Amount
  /** Of the order and its lines. */
  currency: string
  admin_feedback: string | null
  /** The database keeps it equal to what the claims and the charge say. */
  payment_confirmed: GeneratedAlways<boolean>
  claim_rejection: string | null
  /** What the shop owes the customer. The database computes it. */
  owed: GeneratedAlways<string>
  /** Nothing of it waits for the staff: all that is open is being registered at a registrar. */
  in_delivery: Generated<boolean>
  version: Generated<number>
  created_at: Now
  updated_at: Now
}

/** The columns of an order, without those that the database fills for searches. */
export const orderColumns = [
  'orders.id',
  'orders.number',
  'orders.user_id',
  'orders.status',
  'orders.total_price',
  'orders.currency',
  'orders.admin_feedback',
  'orders.payment_confirmed',
  'orders.claim_rejection',
  'orders.owed',
  'orders.in_delivery',
  'orders.version',
  'orders.created_at',
  'orders.updated_at',
] as const satisfies `orders.${keyof Orders}`[]

export interface OrderLines {
  id: string
  order_id: string
  user_id: string
  position: number
  /** The text of the item. The column is named after the first product. */
  domain: string
  years: Generated<number>
  price: Amount
  /** Of each year after the first one. */
  further_price: Amount | null
  state: Generated<LineState>
  unchecked: boolean
  in_delivery: Generated<boolean>
  renews: string | null
  /** See {@link openKey}. Unique for a customer. */
  open_key: string | null
}

export interface Refunds {
  id: string
  /** Null for credit that was paid back. */
  order_id: string | null
  user_id: string
  amount: Amount
  currency: string
  /** The amount stays as the customer's credit. Method, reference and day are null then. */
  kept: Generated<boolean>
  method: string | null
  reference: string | null
  /** A day, as `2026-11-22`. */
  paid_on: string | null
  order_version: number | null
  created_by: string | null
  created_at: Now
}

export interface CartItems {
  user_id: string
  /** The text of the item. */
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
