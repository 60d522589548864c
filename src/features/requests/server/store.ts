import type { Selectable } from 'kysely'
import { dollarsFrom } from '../../../shared/money.ts'
import { pick } from '../../../shared/pick.ts'
import type { Transaction } from '../../../server/database/database.ts'
import type { Tables } from '../../../server/database/tables.ts'
import type { RequestFacts } from '../../products/row-fields.ts'
import { claimColumns, standing, type StandingClaim } from './payments.ts'
import { auditedColumns, requestColumns, type ShownColumn, shownColumns } from './tables.ts'

type Db = Transaction['db']

/** A request with the claim of payment that counts. */
export type RequestRow = Selectable<Tables['requests']> & StandingClaim

export const requestRows = (db: Db) =>
  db
    .selectFrom('requests')
    .leftJoin('payments', (join) =>
      join.onRef('payments.request_id', '=', 'requests.id').on('payments.state', '=', standing),
    )
    .select(requestColumns)
    .select(claimColumns)

/** The columns that a customer's own list shows, and no other: each column costs time on every row. */
export const ownRequestRows = (db: Db) =>
  db
    .selectFrom('requests')
    .leftJoin('payments', (join) =>
      join.onRef('payments.request_id', '=', 'requests.id').on('payments.state', '=', standing),
    )
    .select(shownColumns)
    .select(['payments.payer_name', 'payments.receipt_number', 'payments.payment_method'])

type OwnRequestRow = Pick<RequestRow, ShownColumn | 'payer_name' | 'receipt_number' | 'payment_method'>

/** A stored request as every product presents it: amounts in dollars, times in RFC 3339. */
export const factsOf = ({ price, created_at, updated_at, ...row }: OwnRequestRow): RequestFacts => ({
  ...row,
  price: dollarsFrom(price),
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

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

/** One request by its id, among those the caller may see. `lock` keeps others from changing it meanwhile. */
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
