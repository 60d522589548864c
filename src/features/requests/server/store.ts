import type { Selectable } from 'kysely'
import { dollarsFrom } from '../../../shared/money.ts'
import type { Transaction } from '../../../server/database/database.ts'
import type { Tables } from '../../../server/database/tables.ts'
import type { RequestFacts } from '../../products/product-definition.ts'
import { claimColumns, standing, type StandingClaim } from './payments.ts'
import { requestColumns } from './tables.ts'

type Db = Transaction['db']

/** A request with the claim of payment that counts. */
export type RequestRow = Selectable<Tables['requests']> & StandingClaim

type NotShown =
  | 'kind'
  | 'stage'
  | 'open_key'
  | 'payment_id'
  | 'receipt_key'
  | 'amount'
  | 'currency'
  | 'claimed_at'

export const requestRows = (db: Db) =>
  db
    .selectFrom('requests')
    .leftJoin('payments', (join) =>
      join.onRef('payments.request_id', '=', 'requests.id').on('payments.state', '=', standing),
    )
    .select(requestColumns)
    .select(claimColumns)

/** The columns that a customer's own list shows, and no other: a row costs by its columns. */
export const ownRequestRows = (db: Db) =>
  db
    .selectFrom('requests')
    .leftJoin('payments', (join) =>
      join.onRef('payments.request_id', '=', 'requests.id').on('payments.state', '=', standing),
    )
    .select([
      'requests.id',
      'requests.user_id',
      'subject',
      'status',
      'price',
      'admin_feedback',
      'suggestions',
      'details',
    ])
    .select([
      'payment_confirmed',
      'paid',
      'claim_rejection',
      'renews',
      'version',
      'requests.created_at',
      'updated_at',
    ])
    .select(['payments.payer_name', 'payments.receipt_number', 'payments.payment_method'])

export type OwnRequestRow = Omit<RequestRow, NotShown>

/** A stored request in the terms that every product presents itself from. */
export const factsOf = (row: OwnRequestRow): RequestFacts => ({
  id: row.id,
  user_id: row.user_id,
  subject: row.subject,
  status: row.status,
  price: dollarsFrom(row.price),
  admin_feedback: row.admin_feedback,
  suggestions: row.suggestions,
  details: row.details,
  payment_confirmed: row.payment_confirmed,
  paid: row.paid,
  payer_name: row.payer_name,
  receipt_number: row.receipt_number,
  payment_method: row.payment_method,
  claim_rejection: row.claim_rejection,
  renews: row.renews,
  version: row.version,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
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

/** What the audit log keeps of a request: enough to tell what a save changed. */
export const auditable = ({
  status,
  price,
  admin_feedback,
  suggestions,
  details,
  payment_confirmed,
  paid,
  version,
}: RequestRow) => ({
  status,
  price,
  admin_feedback,
  suggestions,
  details,
  payment_confirmed,
  paid,
  version,
})
