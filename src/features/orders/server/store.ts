import { type Selectable, sql } from 'kysely'
import { dollarsFrom } from '../../../shared/money.ts'
import type { Transaction } from '../../../server/database/database.ts'
import type { Tables } from '../../../server/database/tables.ts'
import { claimColumns, standing, type StandingClaim } from '../../requests/server/payments.ts'
import { dueOf, type LineState, owedBack, totalOf } from '../totals.ts'
import { orderColumns } from './tables.ts'

type Db = Transaction['db']

interface Line {
  id: string
  domain: string
  /** Dollars. */
  price: number
  state: LineState
  unchecked: boolean
}

/** Money that was given back. */
export interface Refund {
  /** Dollars. */
  amount: number
  method: string
  reference: string
  /** A day, as `2026-11-22`. */
  date: string
}

/** An order with its lines, the claim of payment that counts, and what was given back. */
export type OrderRow = Selectable<Tables['orders']> & StandingClaim & { lines: Line[]; refunds: Refund[] }

export const orderRows = (db: Db) =>
  db
    .selectFrom('orders')
    .leftJoin('payments', (join) =>
      join.onRef('payments.order_id', '=', 'orders.id').on('payments.state', '=', standing),
    )
    .select([
      ...orderColumns,
      ...claimColumns,
      sql<
        Line[]
      >`(select jsonb_agg(jsonb_build_object('id', id, 'domain', domain, 'price', price, 'state', state,
                                                       'unchecked', unchecked) order by position)
                     from order_lines where order_id = orders.id)`.as('lines'),
      sql<
        Refund[]
      >`coalesce((select jsonb_agg(jsonb_build_object('amount', amount, 'method', method, 'reference', reference,
                                                      'date', paid_on) order by created_at)
                    from refunds where order_id = orders.id), '[]')`.as('refunds'),
    ])

/** One order by its id, among those the caller may see. `lock` keeps others from changing it meanwhile. */
export async function findOrder(
  { db }: Transaction,
  id: string,
  { owner, lock = false }: { owner?: string; lock?: boolean } = {},
): Promise<OrderRow | undefined> {
  // A statement of its own: one that waits for the lock would show the lines as they were before it.
  if (lock) await db.selectFrom('orders').select('id').where('id', '=', id).forUpdate().execute()
  let query = orderRows(db).where('orders.id', '=', id)
  if (owner) query = query.where('orders.user_id', '=', owner)
  return query.executeTakeFirst()
}

/** What is owed back for an order, in dollars. */
export const owedFor = (row: OrderRow) =>
  owedBack(row, dollarsFrom(row.amount), totalOf(row.refunds.map(({ amount }) => ({ price: amount }))))

/** The order as the API shows it. */
export function presentOrder(row: OrderRow) {
  const amount_paid = dollarsFrom(row.amount)
  return {
    id: row.id,
    user_id: row.user_id,
    domains: row.lines.map(({ domain }) => domain),
    total_price: Number(row.total_price),
    status: row.status,
    lines: row.lines.map(({ domain, price, state, unchecked }) => ({ domain, price, state, unchecked })),
    admin_feedback: row.admin_feedback,
    payment_confirmed: row.payment_confirmed,
    payer_name: row.payer_name,
    receipt_number: row.receipt_number,
    payment_method: row.payment_method,
    claim_rejection: row.claim_rejection,
    amount_due: dueOf(row.lines),
    amount_paid,
    owed_back: owedFor(row),
    refunds: row.refunds,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    version: row.version,
  }
}

/** What the audit log keeps of an order: enough to tell what a save changed. */
export const auditable = ({ status, admin_feedback, payment_confirmed, version, lines }: OrderRow) => ({
  status,
  admin_feedback,
  payment_confirmed,
  version,
  lines: Object.fromEntries(lines.map(({ domain, state }) => [domain, state])),
})

/** What an order is called in a sentence: its first name, and how many more. */
export const subjectOf = (domains: readonly string[]) =>
  domains.length > 1 ? `${domains[0]} +${domains.length - 1}` : (domains[0] ?? '')
