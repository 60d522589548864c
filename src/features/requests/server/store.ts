import type { Selectable } from 'kysely'
import { decimalOf, SHOP_CURRENCY } from '../../../shared/money.ts'
import { moneyFromColumn, type Tables } from '../../../server/database/tables.ts'
import { pick } from '../../../shared/pick.ts'
import type { Transaction } from '../../../server/database/database.ts'
import type { RequestFacts } from '../../products/row-fields.ts'
import { type Claim, claimColumns, countedState } from '../../payments/server/payable.ts'
import { auditedColumns, requestColumns, type ShownColumn, shownColumns } from './tables.ts'

type Db = Transaction['db']

/** A request with the claim of payment that counts. */
export type RequestRow = Selectable<Tables['requests']> & Claim

export const requestRows = (db: Db) =>
  db
    .selectFrom('requests')
    .leftJoin('payments', (join) =>
      join.onRef('payments.request_id', '=', 'requests.id').on('payments.state', '=', countedState),
    )
    .select(requestColumns)
    .select(claimColumns)

/** The columns that a customer's own list shows. Each further column costs time on every row. */
export const ownRequestRows = (db: Db) =>
  db
    .selectFrom('requests')
    .leftJoin('payments', (join) =>
      join.onRef('payments.request_id', '=', 'requests.id').on('payments.state', '=', countedState),
    )
    .select(shownColumns)
    .select(['payments.payer_name', 'payments.receipt_number', 'payments.payment_method'])

type OwnRequestRow = Pick<RequestRow, ShownColumn | 'payer_name' | 'receipt_number' | 'payment_method'>

/** The price of a stored request. */
export const priceOf = ({ price }: { price: string | null }) => moneyFromColumn(price)

/** A stored request as every product presents it: amounts as decimal numbers, times in RFC 3339. */
export function factsOf(row: OwnRequestRow): RequestFacts {
  const price = priceOf(row)
  return {
    ...row,
    price: price && decimalOf(price),
    currency: price?.currency ?? SHOP_CURRENCY,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/** A freshly inserted request has no claim yet. */
export const unclaimed = (row: Selectable<Tables['requests']>): RequestRow => ({
  ...row,
  payment_id: null,
  payer_name: null,
  receipt_number: null,
  payment_method: null,
  receipt_key: null,
  amount: null,
  currency: null,
  claimed_at: null,
})

/** One request by its id, among those the caller may see. `lock` keeps others from changing it until the commit. */
export async function findRequest(
  { db }: Transaction,
  kind: string,
  id: string,
  { owner, lock = false }: { owner?: string; lock?: boolean } = {},
): Promise<RequestRow | undefined> {
  let query = requestRows(db).where('requests.id', '=', id).where('requests.kind', '=', kind)
  if (owner) query = query.where('requests.user_id', '=', owner)
  if (lock) query = query.forUpdate('requests')
  return query.executeTakeFirst()
}

/** What the audit log stores of a request: enough to see what a save changed. */
export const auditable = (row: RequestRow) => pick(row, auditedColumns)
