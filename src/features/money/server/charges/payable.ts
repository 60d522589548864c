import { sql, type Generated } from 'kysely'
import type { Money } from '../../../../shared/money/money.ts'
import type { Transaction } from '../../../../server/database/database.ts'
import { type Amount, moneyFromColumn, type Now } from '../../../../server/database/tables.ts'

/**
 * The claim that counts, beside the row that it is about: the open one, or the one that was settled. All columns are null
 * where there is none.
 */
export interface Claim {
  claim_id: string | null
  payer_name: string | null
  receipt_number: string | null
  /** The message that the number was taken out of, as the customer pasted it. */
  receipt_text: string | null
  payment_method: string | null
  receipt_key: string | null
  amount: string | null
  /** Of the amount. The row that is paid for has a `currency` of its own. */
  claim_currency: string | null
  claimed_at: Date | null
  claim_state: ClaimState | null
}

/** The state of a claim that counts, as in the partial indexes. */
export const isCounted = sql<boolean>`claims.state in ('open', 'settled')`

/** Whether a claim is about a charge, in a query that has both tables. */
export const isForCharge = sql<boolean>`(claims.request_id = charges.request_id
  or claims.order_id = charges.order_id or claims.renewal_id = charges.renewal_id)`

/** The columns of a {@link Claim}, for a left join on `claims` that {@link isCounted}. */
export const claimColumns = [
  'claims.id as claim_id',
  'claims.payer_name',
  'claims.receipt_number',
  'claims.receipt_text',
  'claims.payment_method',
  'claims.number as receipt_key',
  'claims.amount',
  'claims.currency as claim_currency',
  'claims.created_at as claimed_at',
  'claims.state as claim_state',
] as const

/** The amount of the claim that counts. Null without a claim, or where the amount was not known. */
export const claimedAmount = ({ amount, claim_currency }: Pick<Claim, 'amount' | 'claim_currency'>) =>
  moneyFromColumn(amount, claim_currency)

/** A claim that nobody has decided yet. */
export interface OpenClaim {
  id: string
  number: string | null
}

/** The claim of a payable's row, where nobody has decided it. */
export const openClaimOf = ({ claim_id, claim_state, receipt_key }: Claim): OpenClaim | undefined =>
  claim_id !== null && claim_state === 'open' ? { id: claim_id, number: receipt_key } : undefined

/** The columns of charges and claims that name what is paid for. Exactly one of them is set. */
export const payableColumns = ['request_id', 'order_id', 'renewal_id'] as const

type PayableIds = Record<(typeof payableColumns)[number], string | null>

export const payableId = (row: PayableIds): string => (row.request_id ?? row.order_id ?? row.renewal_id)!

export const idsIn = (rows: readonly PayableIds[], column: keyof PayableIds): string[] =>
  rows.flatMap((row) => row[column] ?? [])

/** A stored request, order or renewal, with its claim. */
export interface PayableRow extends Claim {
  id: string
  user_id: string
  version: number
  /** Whether the customer says that it is paid, or it is paid. */
  payment_confirmed: boolean
  /** What the customer pays it in. */
  currency: string
  /** Whether it is a test sale, for which no money counts. Orders and renewals never are. */
  is_test?: boolean
}

/**
 * Something that a customer pays for: a request, an order or a renewal. Claims, rejections and the facts for admins are the same
 * for all of them; each feature describes its own rows here.
 */
export interface Payable<Row extends PayableRow, Shown, Reviewed> {
  /** Its name in the audit log. */
  entity: 'request' | 'order' | 'renewal'
  /** The column of `payments` that points at it. */
  column: (typeof payableColumns)[number]
  /** Its name in events and mails: the product's name, or `order`. */
  product: string
  /** The live topic of the lists that show it. */
  topic: string
  /** Finds one row. `owner` limits it to a customer's own, `lock` keeps others from changing it. */
  find(tx: Transaction, id: string, options?: { owner?: string; lock?: boolean }): Promise<Row | undefined>
  subjectOf(row: Row): string
  isPayable(row: Row): boolean
  /** What is to be paid now. Null where there is no price. */
  amountDue(row: Row): Money | null
  /** Whether the customer has what was paid for. */
  isDelivered(row: Row): boolean
  /**
   * Stores why the last claim was rejected, and increases the version, because a claim or a payment of the row changed. Gives
   * false where the version is no longer the row's.
   */
  setRejection(tx: Transaction, row: Row, rejection: string | null, now: Date): Promise<boolean>
  auditable(row: Row): object
  present(row: Row): Shown
  presentForReview(tx: Transaction, row: Row): Promise<Reviewed>
}

/** A row of a payable, locked until the transaction ends, with the claim that it has then. */
export async function lockPayable<Row extends PayableRow>(
  tx: Transaction,
  payable: Pick<Payable<Row, unknown, unknown>, 'find'>,
  id: string,
  options: { owner?: string } = {},
): Promise<Row | undefined> {
  await payable.find(tx, id, { ...options, lock: true })
  // Read again: a statement that waited for the lock still has the claim from before it.
  return payable.find(tx, id, options)
}

/**
 * `open`: nobody has decided it. `settled`: money or an admin has confirmed it. `short`: its money paid only a part, and
 * another claim may pay the rest. `withdrawn`: the customer takes it back.
 */
export type ClaimState = 'open' | 'settled' | 'short' | 'rejected' | 'withdrawn'

export interface Claims {
  id: string
  user_id: string
  request_id: string | null
  order_id: string | null
  renewal_id: string | null
  payer_name: string
  receipt_number: string
  receipt_text: Generated<string | null>
  payment_method: string
  method: string
  number: string
  holds_method: Generated<string | null>
  holds_number: Generated<string | null>
  amount: Amount | null
  currency: string
  state: Generated<ClaimState>
  reason: string | null
  created_at: Now
  decided_at: Date | null
  /** Rises with each correction. */
  version: Generated<number>
}

declare module '../../../../server/database/tables.ts' {
  interface Tables {
    /** Which customer holds a receipt. The primary key is the method and the number. */
    receipts: { method: string; number: string; user_id: string; created_at: Now }
    claims: Claims
  }
}
