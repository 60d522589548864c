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
import { MOST_OF_A_KIND } from '../search.contract.ts'

/** With fewer characters a receipt must be typed whole, because every name would begin some receipt. */
const SHORTEST_RECEIPT = 4
const MOST_LETTERS = 64

/**
 * Everything that a text may be and that the caller may read, in one transaction: each kind with a statement or two that
 * read an index, so that the length of the tables does not matter.
 * @param q trimmed, at least two characters
 */
export const findEverything = (caller: CallerContext, q: string) =>
  caller.read(async (tx) => {
    const [customers, services, requests, orders, payments, charges, invoices] = await Promise.all([
      allowed(tx, 'customers.read', () => findCustomers(tx, q, MOST_OF_A_KIND)),
      allowed(tx, 'services.read', () => findServices(tx, q)),
      allowed(tx, 'requests.read', () => findRequests(tx, q)),
      allowed(tx, 'requests.read', () => findOrders(tx, q)),
      allowed(tx, 'payments.read', () => findPayments(tx, q)),
      allowed(tx, 'payments.read', () => findCharges(tx, q)),
      allowed(tx, 'payments.read', () => findInvoices(tx, q)),
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
const most = sql.lit(MOST_OF_A_KIND)
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

async function findServices({ db }: Transaction, q: string) {
  const rows = await db
    .selectFrom('services')
    .select(['id', 'user_id', 'kind', 'name', 'expires_at'])
    .where('name', 'like', beginning(q))
    .where('released_at', 'is', null)
    .orderBy('name')
    .limit(MOST_OF_A_KIND)
    .execute()
  return rows.map((row) => ({ ...row, expires_at: row.expires_at && iso(row.expires_at) }))
}

type FoundRequest = Pick<
  Selectable<Tables['requests']>,
  'id' | 'user_id' | 'kind' | 'subject' | 'status' | 'created_at'
>

/** The newest requests that the queues find by the same text: by name, by customer or by receipt. */
async function findRequests({ db }: Transaction, q: string) {
  const found = await findRows<FoundRequest>(
    db,
    {
      table: 'requests',
      columns: sql`id, user_id, kind, subject, status, created_at, search`,
      filter: sql`true`,
      matches: searchIn('requests', q).matches,
      order: newest,
    },
    MOST_OF_A_KIND,
  )
  return found.map(({ id, user_id, kind, subject, status, created_at }) => ({
    id,
    user_id,
    kind,
    subject,
    status,
    created_at: iso(created_at),
  }))
}

/** The order of a number, with or without a sign before it. Otherwise the newest ones that the queue finds. */
async function findOrders({ db }: Transaction, q: string) {
  const [, number] = /^(?:#|no\.?\s?)?(\d{1,9})$/i.exec(q) ?? []
  const search = {
    table: 'orders',
    columns: sql`id, created_at, search`,
    filter: sql`true`,
    matches: searchIn('orders', q).matches,
    order: newest,
  }
  const found = number === undefined ? await findRows<{ id: string }>(db, search, MOST_OF_A_KIND) : []
  const { rows } = await sql<FoundOrder>`
    select id, user_id, number, status, created_at,
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
  created_at: Date
  items: string[]
}

/** Claims and received money by the start of the receipt number. Money that confirms a claim stands for both. */
async function findPayments({ db }: Transaction, q: string) {
  const receipt = receiptKey(q).slice(0, MOST_LETTERS)
  if (!receipt) return []
  const matches = (column: RawBuilder<unknown>) =>
    receipt.length < SHORTEST_RECEIPT
      ? sql`${column} = ${receipt}`
      : sql`${column} like ${`${literally(receipt)}%`}`
  const { rows } = await sql<{
    type: 'claim' | 'received'
    id: string
    user_id: string | null
    receipt: string
    amount: string | null
    currency: string | null
    created_at: Date
  }>`
    (select 'received' as type, received.id, received.user_id,
            received.code as receipt, received.amount, received.currency, received.created_at
       from received_payments received
      where ${matches(sql`received.code_key`)} order by received.code_key limit ${most})
    union all
    (select 'claim', id, user_id, receipt_number, amount, currency, created_at from claims
      where ${matches(sql`number`)} and state <> 'withdrawn'
        and not exists (select from allocations where claim_id = claims.id)
      order by number limit ${most})
    limit ${most}`.execute(db)
  return rows.map(({ amount, currency, created_at, ...row }) => ({
    ...row,
    amount: amount === null || currency === null ? null : decimalOf(moneyFromDecimal(amount, currency)),
    currency,
    created_at: iso(created_at),
  }))
}

async function findCharges({ db }: Transaction, q: string) {
  const reference = referenceKey(q)
  if (!reference) return []
  const rows = await db
    .selectFrom('charges')
    .select(['id', 'user_id', 'reference', 'kind', 'subject', 'request_id', 'order_id', 'state'])
    .select(['amount', 'currency'])
    .where('reference', '=', reference)
    .execute()
  return rows.map(({ amount, ...row }) => ({
    ...row,
    amount: decimalOf(moneyFromDecimal(amount, row.currency)),
  }))
}

async function findInvoices({ db }: Transaction, q: string) {
  // Every number has a digit, so that the start of its series alone finds nothing.
  if (!/\d/.test(q)) return []
  const rows = await db
    .selectFrom('invoices')
    .select(['id', 'user_id', 'name as number', 'amount', 'currency'])
    .where('name', 'like', `${literally(q.toUpperCase())}%`)
    .orderBy('name', 'desc')
    .limit(MOST_OF_A_KIND)
    .execute()
  return rows.map(({ amount, ...row }) => ({
    ...row,
    amount: decimalOf(moneyFromDecimal(amount, row.currency)),
  }))
}
