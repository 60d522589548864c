import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from '../../../server/database/database.ts'
import { pagesOf, type Paging } from '../../../server/database/keyset.ts'
import { literally, patternsOf } from '../../../server/database/search.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { chargeColumns } from '../../payments/server/charges.ts'
import { referenceKey } from '../../payments/reference.ts'
import { receiptKey } from '../../payments/receipt-key.ts'
import type { PaymentState } from '../contract.ts'
import {
  type ClaimRow,
  type ListedRow,
  presentCharges,
  presentPayments,
  type RefundRow,
} from './payment-rows.ts'
import type { ReceivedRow } from '../../payments/server/received/tables.ts'

type Filter = {
  q?: string | undefined
  state?: PaymentState | undefined
  id?: string | undefined
  customer?: string | undefined
} & Paging

/**
 * Claims, received money and what was paid back, newest first. A claim that received money confirms is shown in the row of
 * that money.
 */
export async function listPayments(caller: CallerContext, filter: Filter) {
  return caller.read(async (tx) => {
    const [received, claims, refunds] = await Promise.all([
      receivedRows(tx, filter),
      claimRows(tx, filter),
      refundRows(tx, filter),
    ])
    const all: (ListedRow & { created_at: Date; id: string })[] = [
      ...received.map((row) => ({ type: 'received' as const, row, created_at: row.created_at, id: row.id })),
      ...claims.map((row) => ({ type: 'claim' as const, row, created_at: row.created_at, id: row.id })),
      ...refunds.map((row) => ({ type: 'refund' as const, row, created_at: row.created_at, id: row.id })),
    ].toSorted((one, other) =>
      one.created_at.getTime() === other.created_at.getTime()
        ? one.id < other.id
          ? 1
          : -1
        : other.created_at.getTime() - one.created_at.getTime(),
    )
    const page = pagesOf('received_payments', filter).take(all)
    return { items: await presentPayments(tx, page.rows), next_cursor: page.next_cursor }
  })
}

/** One payment as admins see it. */
export async function onePayment(tx: Transaction, type: 'received' | 'claim', id: string) {
  const one: ListedRow =
    type === 'received'
      ? {
          type,
          row: await tx.db
            .selectFrom('received_payments')
            .selectAll()
            .where('id', '=', id)
            .executeTakeFirstOrThrow(),
        }
      : { type, row: await claims(tx).where('payments.id', '=', id).executeTakeFirstOrThrow() }
  return (await presentPayments(tx, [one]))[0]!
}

async function receivedRows(
  { db }: Transaction,
  { q, state, id, customer, ...paging }: Filter,
): Promise<ReceivedRow[]> {
  if (state === 'claimed' || state === 'rejected' || state === 'refunded') return []
  const { after, order, limit } = pagesOf('received_payments', paging)
  let query = db.selectFrom('received_payments').selectAll()
  if (after) query = query.where(after)
  // What is none of the shop's money is shown only where it is asked for.
  query = query.where('state', state ? '=' : '<>', state ?? 'ignored')
  if (id) query = query.where('id', '=', id)
  if (q?.trim()) query = query.where(receivedMatches(q))
  if (customer) query = query.where('user_id', '=', customer)
  return query
    .orderBy(order)
    .limit(limit + 1)
    .execute()
}

const claims = ({ db }: Transaction) =>
  db
    .selectFrom('payments')
    .leftJoin('requests', 'requests.id', 'payments.request_id')
    .leftJoin('orders', 'orders.id', 'payments.order_id')
    .selectAll('payments')
    .select(
      sql<boolean>`coalesce(requests.stage = 'active', orders.status = 'completed', false)`.as(
        'is_delivered',
      ),
    )

async function claimRows(
  tx: Transaction,
  { q, state, id, customer, ...paging }: Filter,
): Promise<ClaimRow[]> {
  if (state && !['claimed', 'short', 'rejected', 'matched'].includes(state)) return []
  const { after, order, limit } = pagesOf('payments', paging)
  let query = claims(tx).where(
    sql<boolean>`not exists (select from received_payments where payment_id = payments.id)`,
  )
  if (after) query = query.where(after)
  if (state === 'rejected' || state === 'short') query = query.where('payments.state', '=', state)
  else if (state) {
    const delivered = sql<boolean>`coalesce(requests.stage = 'active', orders.status = 'completed', false)`
    query = query
      .where('payments.state', '=', 'claimed')
      .where(state === 'matched' ? delivered : sql<boolean>`not ${delivered}`)
  }
  if (id) query = query.where('payments.id', '=', id)
  if (q?.trim()) query = query.where(claimMatches(q))
  if (customer) query = query.where('payments.user_id', '=', customer)
  return query
    .orderBy(order)
    .limit(limit + 1)
    .execute()
}

async function refundRows(
  { db }: Transaction,
  { q, state, id, customer, ...paging }: Filter,
): Promise<RefundRow[]> {
  if (state && state !== 'refunded') return []
  const { after, order, limit } = pagesOf('refunds', paging)
  let query = db.selectFrom('refunds').selectAll().where('kept', '=', sql.lit(false))
  if (after) query = query.where(after)
  if (id) query = query.where('refunds.id', '=', id)
  if (q?.trim()) query = query.where(refundMatches(q))
  if (customer) query = query.where('refunds.user_id', '=', customer)
  return query
    .orderBy(order)
    .limit(limit + 1)
    .execute()
}

/** What a search text may be, each as a condition of one of the tables. */
function searched(q: string) {
  const reference = referenceKey(q) ?? null
  const amount = /^\d[\d,]*(?:\.\d+)?$/.test(q.trim()) ? Number(q.replaceAll(',', '')) : null
  return { reference, amount, receipt: receiptKey(q), name: `%${literally(q.trim().toLowerCase())}%` }
}

const customers = (q: string) =>
  sql`(select id from profiles where ${sql.join(
    patternsOf(q).map((pattern) => sql`search like lower(${pattern})`),
    sql` or `,
  )} limit 500)`

function receivedMatches(q: string): RawBuilder<boolean> {
  const { reference, amount, receipt, name } = searched(q)
  const digits = q.replaceAll(/\D/g, '').replace(/^0+/, '')
  return sql`(code_key = ${receipt} or reference_key = ${receipt} or lower(payer_name) like ${name}
    or ${digits.length >= 6 ? sql`regexp_replace(payer_phone, '\\D', '', 'g') like ${`%${digits}%`}` : sql`false`}
    or amount = ${amount}::numeric
    or charge_id in (select id from charges where reference = ${reference})
    or user_id in ${customers(q)})`
}

function claimMatches(q: string): RawBuilder<boolean> {
  const { reference, amount, receipt, name } = searched(q)
  return sql`(payments.number = ${receipt} or lower(payments.payer_name) like ${name}
    or payments.amount = ${amount}::numeric
    or payments.request_id in (select request_id from charges where reference = ${reference})
    or payments.order_id in (select order_id from charges where reference = ${reference})
    or payments.renewal_id in (select renewal_id from charges where reference = ${reference})
    or payments.user_id in ${customers(q)})`
}

function refundMatches(q: string): RawBuilder<boolean> {
  const { reference, amount, receipt } = searched(q)
  return sql`(lower(regexp_replace(refunds.reference, '[^A-Za-z0-9]', '', 'g')) = ${receipt}
    or refunds.amount = ${amount}::numeric
    or refunds.order_id in (select order_id from charges where reference = ${reference})
    or refunds.user_id in ${customers(q)})`
}

const MOST_FOUND = 20

interface ChargesInput {
  q?: string | undefined
  customer?: string | undefined
}

/**
 * Amounts due that an admin may match a payment with, the open ones first: by reference, subject or customer, or those of
 * one customer.
 */
export async function findCharges(caller: CallerContext, { q = '', customer }: ChargesInput) {
  const { reference, name } = searched(q)
  const found = q.trim()
    ? sql<boolean>`(reference = ${reference} or search like ${name} or user_id in ${customers(q)})`
    : sql<boolean>`true`
  return caller.read(async (tx) => {
    if (!q.trim() && !customer) return { items: [] }
    const rows = await tx.db
      .selectFrom('charges')
      .select(chargeColumns)
      .where('state', '<>', 'void')
      .where(found)
      .where(customer ? sql<boolean>`user_id = ${customer}::uuid` : sql<boolean>`true`)
      .orderBy(sql`state = 'open' desc, created_at desc`)
      .limit(MOST_FOUND)
      .execute()
    return { items: [...(await presentCharges(tx, rows)).values()] }
  })
}
