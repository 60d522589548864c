import type { Generated } from 'kysely'
import type { Amount, Now } from '../../../server/database/tables.ts'

/** Which customer holds a receipt. The primary key is the method and the number. */
export interface Receipts {
  method: string
  number: string
  user_id: string
  created_at: Now
}

export interface Payments {
  id: string
  user_id: string
  request_id: string | null
  order_id: string | null
  payer_name: string
  receipt_number: string
  payment_method: string
  method: string
  number: string
  holds_method: Generated<string | null>
  holds_number: Generated<string | null>
  amount: Amount | null
  currency: Generated<string>
  state: Generated<'claimed' | 'rejected'>
  reason: string | null
  created_at: Now
  decided_at: Date | null
}

declare module '../../../server/database/tables.ts' {
  interface Tables {
    receipts: Receipts
    payments: Payments
  }
}
