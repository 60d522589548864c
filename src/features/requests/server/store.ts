import { type Selectable, sql } from 'kysely'
import { decimalOf } from '../../../shared/money/money.ts'
import { columnFromMoney, moneyFromColumn, type Tables } from '../../../server/database/tables.ts'
import { pick } from '../../../shared/pick.ts'
import type { Transaction } from '../../../server/database/database.ts'
import type { RequestFacts } from '../../products/row-fields.ts'
import { type Claim, claimColumns, isCounted } from '../../money/server/charges/payable.ts'
import '../../money/server/charges/charges.ts'
import { auditedColumns, requestColumns, type ShownColumn, shownColumns } from './requests.tables.ts'

type Db = Transaction['db']

/** A request with the claim of payment that counts. */
export type RequestRow = Selectable<Tables['requests']> & Claim & { reference: string | null }

export const requestRows = (db: Db) =>
  db
    .selectFrom('requests')
    .leftJoin('claims', (join) => join.onRef('claims.request_id', '=', 'requests.id').on(isCounted))
    .leftJoin('charges', 'charges.request_id', 'requests.id')
    .select(requestColumns)
    .select(claimColumns)
    .select('charges.reference')

/** The columns that a customer's own list shows. Each further column costs time on every row. */
export const ownRequestRows = (db: Db) =>
  db
    .selectFrom('requests')
    .leftJoin('claims', (join) => join.onRef('claims.request_id', '=', 'requests.id').on(isCounted))
    .leftJoin('charges', 'charges.request_id', 'requests.id')
    .select(shownColumns)
    .select(['claims.payer_name', 'claims.receipt_number', 'claims.payment_method', 'charges.reference'])

type OwnRequestRow = Pick<
  RequestRow,
  ShownColumn | 'payer_name' | 'receipt_number' | 'payment_method' | 'reference'
>

/** The price of a stored request. */
export const priceOf = ({ price, currency }: Pick<RequestRow, 'price' | 'currency'>) =>
  moneyFromColumn(price, currency)

/** A stored request as every product presents it: amounts as decimal numbers, times in RFC 3339. */
export function factsOf(row: OwnRequestRow): RequestFacts {
  const price = priceOf(row)
  return {
    ...row,
    price: price && decimalOf(price),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/** A freshly inserted request has no claim and no charge yet. */
export const unclaimed = (row: Selectable<Tables['requests']>): RequestRow => ({
  ...row,
  claim_id: null,
  payer_name: null,
  receipt_number: null,
  payment_method: null,
  receipt_key: null,
  receipt_text: null,
  amount: null,
  claim_currency: null,
  claimed_at: null,
  claim_state: null,
  reference: null,
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

/** Notes why moving a name here was refused, for its customer's list. Null: it is not refused any more. */
export async function noteRefusal({ db }: Transaction, id: string, reason: string | null): Promise<void> {
  await sql`
    update requests
       set details = details - 'refused' || jsonb_strip_nulls(jsonb_build_object('refused', ${reason}::text))
     where id = ${id} and details ->> 'refused' is distinct from ${reason}`.execute(db)
}

/** What the audit log stores of a request: enough to see what a save changed. */
export const auditable = (row: RequestRow) => ({
  ...pick(row, auditedColumns),
  price: columnFromMoney(priceOf(row)),
})
