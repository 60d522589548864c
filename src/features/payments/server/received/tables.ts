import type { Generated, JSONColumnType, Selectable } from 'kysely'
import type { Amount, Now } from '../../../../server/database/tables.ts'
import type { Channel, ReceivedState } from '../../received/received.ts'

export interface ReceivedPayments {
  id: string
  channel: Channel
  sender: string | null
  body: string | null
  country: string | null
  kind: string
  method: string | null
  account: string | null
  amount: Amount | null
  currency: string | null
  code: string | null
  code_key: string | null
  payer_name: string | null
  payer_phone: string | null
  reference: string | null
  reference_key: string | null
  paid_at: Date | null
  received_at: Date
  balance: Amount | null
  fee: Amount | null
  state: ReceivedState
  reason: string | null
  charge_id: string | null
  payment_id: string | null
  user_id: string | null
  decided_by: string | null
  decided_at: Date | null
  fingerprint: Buffer | null
  version: Generated<number>
  created_at: Now
}

/** A row of received money as the database has it. */
export type ReceivedRow = Selectable<ReceivedPayments>

export interface ReceivedBalances {
  account: string
  currency: string
  balance: Amount | null
}

export interface StatementLayouts {
  fingerprint: string
  columns: JSONColumnType<object>
  updated_at: Now
  updated_by: string | null
}

declare module '../../../../server/database/tables.ts' {
  interface Tables {
    received_payments: ReceivedPayments
    received_balances: ReceivedBalances
    statement_layouts: StatementLayouts
  }
}
