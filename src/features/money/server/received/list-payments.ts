import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from '../../../../server/database/database.ts'
import { pagesOf, type Paging } from '../../../../server/database/keyset.ts'
import { findRows, literally, type Search } from '../../../../server/database/search.ts'
import type { CallerContext } from '../../../../server/http/context.ts'
import { chargeColumns } from '../charges/charges.ts'
import { referenceKey } from '../../charges/reference.ts'
import { receiptKey, shopMethods } from '../../received/receipt-key.ts'
import type { PaymentFilter } from '../../received/payment-shape.ts'
import {
  type ClaimRow,
  type ListedRow,
  presentCharges,
  presentPayments,
  type RefundRow,
} from './payment-rows.ts'
import { closestCharges, customersWith } from './suggestions.ts'
import type { ReceivedRow } from './tables.ts'

type Filter = {
  q?: string | undefined
  state?: PaymentFilter | undefined
  id?: string | undefined
  customer?: string | undefined
} & Paging

/**
 * Claims, received money and what was paid back, newest first. A claim that received money confirms is shown in the row of
 * that money.
 */
export async function listPayments(caller: CallerContext, filter: Filter) {
  return caller.read(async (tx) => {
    const text = filter.q?.trim() ? await textOf(tx, filter.q) : undefined
    if (text) await useIndexes(tx)
    const [received, claims, refunds] = await Promise.all([
      receivedRows(tx, filter, text),
      claimRows(tx, filter, text),
      refundRows(tx, filter, text),
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
      : { type, row: await claims(tx).where('claims.id', '=', id).executeTakeFirstOrThrow() }
  return (await presentPayments(tx, [one]))[0]!
}

type Sql = RawBuilder<unknown>
type RowSearch = Pick<Search, 'columns' | 'matches'>

/** The ids of a page's rows of one table, newest first. */
async function idsOf(
  { db }: Transaction,
  table: 'received_payments' | 'claims' | 'refunds',
  filters: (Sql | false | undefined)[],
  search: RowSearch | undefined,
  { state, id, customer, ...paging }: Filter,
): Promise<string[]> {
  const { after, order, limit } = pagesOf(table, paging)
  const of = (column: string) => sql.ref(`${table}.${column}`)
  const conditions = [
    ...filters,
    after,
    id && sql`${of('id')} = ${id}::uuid`,
    customer && sql`${of('user_id')} = ${customer}::uuid`,
  ]
  const filter = sql.join(conditions.filter(Boolean), sql` and `)
  const rows = search
    ? await findRows<{ id: string }>(
        db,
        { table, filter, order, isRare: Boolean(state ?? customer), ...search },
        limit + 1,
      )
    : (
        await sql<{ id: string }>`
          select id from ${sql.table(table)} where ${filter} order by ${order} limit ${limit + 1}`.execute(db)
      ).rows
  return rows.map((row) => row.id)
}

async function receivedRows(
  tx: Transaction,
  filter: Filter,
  text: SearchText | undefined,
): Promise<ReceivedRow[]> {
  const { state } = filter
  if (state === 'claimed' || state === 'rejected' || state === 'refunded') return []
  // What is none of the shop's money is shown only where it is asked for.
  const ofState = !state
    ? sql`state <> 'ignored'`
    : state === 'unseen'
      ? sql`${isUnseen} and state in ('matched', 'short', 'over', 'double')`
      : sql`state = ${state}`
  const ids = await idsOf(tx, 'received_payments', [ofState], text && receivedSearch(text), filter)
  return ids.length ? tx.db.selectFrom('received_payments').selectAll().where('id', 'in', ids).execute() : []
}

/** Whether an admin has confirmed it without having seen it. Credit and withheld tax are the shop's own entries. */
const isUnseen = sql`channel = 'by-hand' and method not in (${sql.join(Object.values(shopMethods))})`

/** Whether what a claim pays for is active or delivered. */
const isDelivered = sql<boolean>`coalesce(
  (select stage = 'active' from requests where requests.id = claims.request_id),
  (select status = 'completed' from orders where orders.id = claims.order_id), false)`

const claims = ({ db }: Transaction) =>
  db.selectFrom('claims').selectAll('claims').select(isDelivered.as('is_delivered'))

async function claimRows(tx: Transaction, filter: Filter, text: SearchText | undefined): Promise<ClaimRow[]> {
  const { state } = filter
  if (state && !['claimed', 'short', 'rejected', 'matched'].includes(state)) return []
  const filters = [
    sql`not exists (select from allocations where claim_id = claims.id)`,
    state === 'rejected' || state === 'short'
      ? sql`claims.state = ${state}`
      : state && sql`claims.state = ${state === 'claimed' ? 'open' : 'settled'}`,
  ]
  const ids = await idsOf(tx, 'claims', filters, text && claimSearch(text), filter)
  return ids.length ? claims(tx).where('claims.id', 'in', ids).execute() : []
}

async function refundRows(
  tx: Transaction,
  filter: Filter,
  text: SearchText | undefined,
): Promise<RefundRow[]> {
  if (filter.state && filter.state !== 'refunded') return []
  const ids = await idsOf(tx, 'refunds', [sql`not kept`], text && refundSearch(text), filter)
  return ids.length ? tx.db.selectFrom('refunds').selectAll().where('id', 'in', ids).execute() : []
}

/** A part of a name, or the beginning of one of its words if the text is short. */
function isPartOf(name: Sql, q: string): Sql {
  const text = literally(q.toLowerCase())
  if (q.length >= 3) return sql`${name} like ${`%${text}%`}`
  return sql`(${name} like ${`${text}%`} or ${name} like ${`% ${text}%`})`
}

/**
 * What a search text may be: a reference or receipt number, an amount, a part of a phone number, words of customers.
 * PostgreSQL reads the indexes of several conditions if each compares its column with values, such as `any (array(…))`.
 */
async function textOf({ db }: Transaction, typed: string) {
  const q = typed.trim()
  const digits = q.replaceAll(/\D/g, '').replace(/^0+/, '')
  // The digits of an amount with decimals are no part of a customer's phone number.
  const found = /^\d[\d,]*\.\d{1,3}$/.test(q)
    ? []
    : (await sql<{ id: string }>`${customersWith(q)}`.execute(db)).rows
  return {
    q,
    reference: referenceKey(q),
    receipt: receiptKey(q),
    amount: /^\d[\d,]*(?:\.\d+)?$/.test(q) ? Number(q.replaceAll(',', '')) : undefined,
    digits: digits.length >= 6 && digits,
    customers: found.map(({ id }) => id),
  }
}
type SearchText = Awaited<ReturnType<typeof textOf>>

const any = (conditions: (Sql | false | '' | undefined)[]): Sql =>
  sql`(${sql.join(conditions.filter(Boolean), sql` or `)})`

/**
 * Makes PostgreSQL use the indexes of all conditions. Row security hides the statistics, and without them it expects so
 * many rows that it would read the whole tables. Before version 18 it would then compile what has no index.
 */
const useIndexes = ({ db }: Transaction) =>
  sql`select set_config('enable_seqscan', 'off', true), set_config('jit', 'off', true)`.execute(db)

function receivedSearch(text: SearchText): RowSearch {
  const { reference, amount, receipt, digits, customers } = text
  return {
    columns: sql`id, created_at, code_key, reference_keys, payer_name, payer_phone, amount, user_id`,
    matches: any([
      sql`code_key = ${receipt}`,
      reference && sql`reference_keys @> array[${reference}]`,
      isPartOf(sql`lower(payer_name)`, text.q),
      digits && sql`regexp_replace(payer_phone, '\\D', '', 'g') like ${`%${digits}%`}`,
      amount !== undefined && sql`amount = ${amount}::numeric`,
      reference &&
        sql`id = any (array(select payment_id from allocations join charges on charges.id = charge_id
                             where charges.reference = ${reference}))`,
      sql`user_id = any (${customers}::uuid[])`,
    ]),
  }
}

function claimSearch(text: SearchText): RowSearch {
  const { reference, amount, receipt, customers } = text
  const paysFor = (column: string) =>
    reference &&
    sql`${sql.ref(column)} = any (array(select ${sql.ref(column)} from charges where reference = ${reference}))`
  return {
    columns: sql`id, created_at, number, payer_name, amount, request_id, order_id, renewal_id, user_id`,
    matches: any([
      sql`number = ${receipt}`,
      isPartOf(sql`lower(payer_name)`, text.q),
      amount !== undefined && sql`amount = ${amount}::numeric`,
      ...['request_id', 'order_id', 'renewal_id'].map(paysFor),
      sql`user_id = any (${customers}::uuid[])`,
    ]),
  }
}

/** Refunds are few, so that no index is needed. */
function refundSearch(text: SearchText): RowSearch {
  const { reference, amount, receipt, customers } = text
  return {
    columns: sql`id, created_at, reference, amount, order_id, user_id`,
    matches: any([
      sql`lower(regexp_replace(reference, '[^A-Za-z0-9]', '', 'g')) = ${receipt}`,
      amount !== undefined && sql`amount = ${amount}::numeric`,
      reference && sql`order_id = any (array(select order_id from charges where reference = ${reference}))`,
      sql`user_id = any (${customers}::uuid[])`,
    ]),
  }
}

const MOST_FOUND = 20

interface ChargesInput {
  q?: string | undefined
  customer?: string | undefined
  payment?: string | undefined
}

/**
 * Amounts due that an admin may match a payment with, the open ones first: by reference, subject or customer, those of one
 * customer, or those that come closest to a payment.
 */
export async function findCharges(caller: CallerContext, { q = '', customer, payment }: ChargesInput) {
  const found = q.trim()
    ? sql<boolean>`(reference = ${referenceKey(q) ?? null} or search like ${`%${literally(q.trim().toLowerCase())}%`}
        or user_id in ${customersWith(q)})`
    : sql<boolean>`true`
  return caller.read(async (tx) => {
    if (!q.trim() && payment) {
      const closest = await closestCharges(tx, payment, MOST_FOUND)
      return { items: [...(await presentCharges(tx, closest)).values()] }
    }
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
