import { type RawBuilder, type Selectable, sql } from 'kysely'
import { hasPermission, type Transaction } from '../../../server/database/database.ts'
import type { Permission } from '../../../shared/people/permissions.ts'
import { findRows, literally } from '../../../server/database/search.ts'
import type { Tables } from '../../../server/database/tables.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { decimalOf, moneyFromDecimal } from '../../../shared/money/money.ts'
import { nameColumns, pickColumns } from '../../../shared/people/profile.ts'
import { findCustomers } from '../../customers/server/customers.queries.ts'
import { receiptKey } from '../../money/received/receipt-key.ts'
import { referenceKey } from '../../money/charges/reference.ts'
import { searchIn } from '../../requests/server/requests.queries.ts'
import { readAmount } from '../../money/amounts.ts'
import type { PaymentFilter } from '../../money/received/payment-states.ts'
import { preferIndexes } from '../../money/server/list/search-payments.ts'
import type { Input } from '../../../shared/contract.ts'
import type { searchContract } from '../search.contract.ts'

/** With fewer characters a receipt must be typed whole, because every name would begin some receipt. */
const SHORTEST_RECEIPT = 4
const MOST_LETTERS = 64

/**
 * Everything that a text may be and that the caller may read, in one transaction: each kind with a statement or two that
 * read an index, so that the length of the tables does not matter.
 * @param input `q` is trimmed and has at least two characters; `limit` is the most of each kind
 */
export const findEverything = (caller: CallerContext, { q, limit }: Input<typeof searchContract.find>) =>
  caller.read(async (tx) => {
    await preferIndexes(tx)
    const [customers, services, requests, orders, payments, charges, invoices] = await Promise.all([
      allowed(tx, 'customers.read', () => findCustomers(tx, q, limit)),
      allowed(tx, 'services.read', () => findServices(tx, q, limit)),
      allowed(tx, 'requests.read', () => findRequests(tx, q, limit)),
      allowed(tx, 'requests.read', () => findOrders(tx, q, limit)),
      allowed(tx, 'payments.read', () => findPayments(tx, q, limit)),
      allowed(tx, 'payments.read', () => findCharges(tx, q, limit)),
      allowed(tx, 'payments.read', () => findInvoices(tx, q, limit)),
    ])
    const named = await namesOf(tx, [
      ...services,
      ...requests,
      ...orders,
      ...payments,
      ...charges,
      ...invoices,
    ])
    return {
      customers,
      services: services.map(named),
      requests: requests.map(named),
      orders: orders.map(named),
      payments: payments.map(named),
      charges: charges.map(named),
      invoices: invoices.map(named),
    }
  })

/** What the caller may find. Nothing without the permission. */
const allowed = async <Found>(
  tx: Transaction,
  permission: Permission,
  find: () => Promise<Found[]>,
): Promise<Found[]> => ((await hasPermission(tx, permission)) ? find() : [])

/** The pattern of what begins with a text, in the case of names. */
const beginning = (text: string) => `${literally(text.toLowerCase())}%`
const newest = sql`created_at desc, id desc`
const iso = (at: Date) => at.toISOString()

interface Owned {
  user_id: string | null
}

/** Replaces the id of each row's customer by the customer with names. */
async function namesOf({ db }: Transaction, rows: readonly Owned[]) {
  const ids = [...new Set(rows.flatMap(({ user_id }) => user_id ?? []))]
  const people = ids.length
    ? await db
        .selectFrom('profiles')
        .select(['id', ...nameColumns])
        .where(sql<boolean>`id = any (${ids}::uuid[])`)
        .execute()
    : []
  return <Row extends Owned>({ user_id, ...row }: Row) => {
    const person = people.find(({ id }) => id === user_id)
    return { ...row, customer: person ? { id: person.id, ...pickColumns(person, nameColumns) } : null }
  }
}

async function findServices({ db }: Transaction, q: string, limit: number) {
  const rows = await db
    .selectFrom('services')
    .select(['id', 'user_id', 'kind', 'name', 'expires_at'])
    .where('name', 'like', beginning(q))
    .where('released_at', 'is', null)
    .orderBy('name')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, expires_at: row.expires_at && iso(row.expires_at) }))
}

type FoundRequest = Pick<
  Selectable<Tables['requests']>,
  'id' | 'user_id' | 'kind' | 'subject' | 'status' | 'created_at'
> & { payment: Payment }

/** The newest requests that the queues find by the same text: by name, by customer or by receipt. */
async function findRequests({ db }: Transaction, q: string, limit: number) {
  const found = await findRows<FoundRequest>(
    db,
    {
      table: 'requests',
      columns: sql`id, user_id, kind, subject, status, created_at, search, ${paymentOf('requests', 'request_id')}`,
      filter: sql`true`,
      matches: searchIn('requests', q).matches,
      order: newest,
    },
    limit,
  )
  return found.map(({ id, user_id, kind, subject, status, payment, created_at }) => ({
    id,
    user_id,
    kind,
    subject,
    status,
    payment,
    created_at: iso(created_at),
  }))
}

type Payment = 'paid' | 'claimed' | null

/** Whether a request or an order is paid, or its customer says so. */
const paymentOf = (table: 'requests' | 'orders', column: 'request_id' | 'order_id') => sql`
  case when exists (select from charges
                     where charges.${sql.ref(column)} = ${sql.ref(`${table}.id`)} and charges.state = 'paid') then 'paid'
       when ${sql.ref(`${table}.payment_confirmed`)} then 'claimed' end as payment`

/** The order of a number, with or without a sign before it. Otherwise the newest ones that the queue finds. */
async function findOrders({ db }: Transaction, q: string, limit: number) {
  const [, number] = /^(?:#|no\.?\s?)?(\d{1,9})$/i.exec(q) ?? []
  const search = {
    table: 'orders',
    columns: sql`id, created_at, search`,
    filter: sql`true`,
    matches: searchIn('orders', q).matches,
    order: newest,
  }
  const found = number === undefined ? await findRows<{ id: string }>(db, search, limit) : []
  const { rows } = await sql<FoundOrder>`
    select id, user_id, number, status, created_at, ${paymentOf('orders', 'order_id')},
           array(select domain from order_lines where order_id = orders.id order by position) as items
      from orders
     where ${
       number === undefined
         ? sql`id = any (${found.map(({ id }) => id)}::uuid[])`
         : sql`number = ${Number(number)}::integer`
     }
     order by ${newest}`.execute(db)
  return rows.map((row) => ({ ...row, created_at: iso(row.created_at) }))
}

interface FoundOrder {
  id: string
  user_id: string
  number: number
  status: string
  payment: Payment
  created_at: Date
  items: string[]
}

/** The amount that a text may be, as a condition. Undefined for a text that is none, or may mean two. */
function amountIn(q: string) {
  const read = readAmount(q)
  if (read === 'doubtful') return undefined
  const { amount, currency } = read
  return sql<boolean>`amount = ${amount}::numeric ${currency ? sql`and currency = ${currency}` : sql``}`
}

/**
 * Claims and received money by the start of the receipt number, and the newest of an amount. Money that confirms a claim
 * stands for both.
 */
async function findPayments({ db }: Transaction, q: string, limit: number) {
  const receipt = receiptKey(q).slice(0, MOST_LETTERS)
  const amount = amountIn(q)
  if (!receipt && !amount) return []
  const matches = (column: RawBuilder<unknown>) =>
    !receipt
      ? sql`false`
      : receipt.length < SHORTEST_RECEIPT
        ? sql`${column} = ${receipt}`
        : sql`${column} like ${`${literally(receipt)}%`}`
  const received = sql`
    select 'received' as type, id, user_id, code as receipt, amount, currency, at as created_at,
           case when state = 'matched' and not seen then 'unseen' else state end as state
      from received_payments`
  const claimed = sql`
    select 'claim', id, user_id, receipt_number, amount, currency, created_at,
           case state when 'open' then 'claimed' when 'settled' then 'matched' else state end
      from claims`
  const isUnpaid = sql`state <> 'withdrawn' and not exists (select from allocations where claim_id = claims.id)`
  const parts = [
    sql`(${received} where ${matches(sql`code_key`)} order by code_key limit ${limit})`,
    sql`(${claimed} where ${matches(sql`number`)} and ${isUnpaid} order by number limit ${limit})`,
    ...(amount
      ? [
          sql`(${received} where ${amount} and state <> 'ignored' order by at desc limit ${limit})`,
          sql`(${claimed} where ${amount} and ${isUnpaid} order by created_at desc limit ${limit})`,
        ]
      : []),
  ]
  const { rows } = await sql<{
    type: 'claim' | 'received'
    id: string
    user_id: string | null
    receipt: string
    state: PaymentFilter
    amount: string | null
    currency: string | null
    created_at: Date
  }>`${sql.join(parts, sql` union all `)}`.execute(db)
  return uniqueRows(rows)
    .slice(0, limit)
    .map(({ amount, currency, created_at, ...row }) => ({
      ...row,
      amount: amount === null || currency === null ? null : decimalOf(moneyFromDecimal(amount, currency)),
      currency,
      created_at: iso(created_at),
    }))
}

const uniqueRows = <Row extends { id: string }>(rows: readonly Row[]): Row[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
]

async function findCharges({ db }: Transaction, q: string, limit: number) {
  const amount = amountIn(q)
  const conditions = [referenceIn(q), amount && sql<boolean>`${amount} and state <> 'void'`].filter(
    (one) => one !== undefined,
  )
  const found = await Promise.all(
    conditions.map((condition) =>
      db
        .selectFrom('charges')
        .select(['id', 'user_id', 'reference', 'kind', 'subject', 'request_id', 'order_id', 'state'])
        .select(['amount', 'currency'])
        .where(condition)
        .orderBy(newest)
        .limit(limit)
        .execute(),
    ),
  )
  return uniqueRows(found.flat()).slice(0, limit).map(withDecimal)
}

function referenceIn(q: string) {
  const reference = referenceKey(q)
  return reference ? sql<boolean>`reference = ${reference}` : undefined
}

const withDecimal = <Row extends { amount: string; currency: string }>(row: Row) => ({
  ...row,
  amount: decimalOf(moneyFromDecimal(row.amount, row.currency)),
})

async function findInvoices({ db }: Transaction, q: string, limit: number) {
  // Every number has a digit, so that the start of its series alone finds nothing.
  if (!/\d/.test(q)) return []
  const invoicesOf = (condition: RawBuilder<boolean>, order: RawBuilder<unknown>) =>
    db
      .selectFrom('invoices')
      .select(['id', 'user_id', 'name as number', 'amount', 'currency'])
      .where(condition)
      .orderBy(order)
      .limit(limit)
      .execute()
  const amount = amountIn(q)
  const found = await Promise.all([
    invoicesOf(sql`name like ${`${literally(q.toUpperCase())}%`}`, sql`name desc`),
    ...(amount ? [invoicesOf(amount, newest)] : []),
  ])
  return uniqueRows(found.flat()).slice(0, limit).map(withDecimal)
}
