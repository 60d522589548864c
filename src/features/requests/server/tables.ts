import type { Generated, JSONColumnType } from 'kysely'
import type { Amount, Now } from '../../../server/database/tables.ts'
import type { Stage } from '../../products/life-cycle.ts'

export interface Requests {
  id: string
  user_id: string
  kind: string
  subject: string
  status: string
  stage: Stage
  price: Amount | null
  admin_feedback: string | null
  suggestions: string[] | null
  details: JSONColumnType<Record<string, unknown>>
  payment_confirmed: Generated<boolean>
  paid: Generated<boolean>
  claim_rejection: string | null
  renews: string | null
  open_key: string | null
  version: Generated<number>
  created_at: Now
  updated_at: Now
}

/** All that a request is, without what the database keeps for searches. */
export const requestColumns = [
  'requests.id',
  'requests.user_id',
  'requests.kind',
  'requests.subject',
  'requests.status',
  'requests.stage',
  'requests.price',
  'requests.admin_feedback',
  'requests.suggestions',
  'requests.details',
  'requests.payment_confirmed',
  'requests.paid',
  'requests.claim_rejection',
  'requests.renews',
  'requests.open_key',
  'requests.version',
  'requests.created_at',
  'requests.updated_at',
] as const satisfies `requests.${keyof Requests}`[]

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

export interface Records {
  id: string
  user_id: string
  request_id: string | null
  order_line_id: string | null
  kind: string
  name: string
  exclusive: boolean
  details: JSONColumnType<Record<string, unknown>>
  status: Generated<string>
  started_at: Date
  expires_at: Date | null
  released_at: Date | null
  version: Generated<number>
  created_at: Now
}

export interface Renewals {
  id: string
  record_id: string
  user_id: string
  request_id: string | null
  record_version: number
  expired_at: Date | null
  expires_at: Date
  created_at: Now
  done_at: Date | null
  done_by: string | null
}

export interface CartItems {
  user_id: string
  domain: string
  created_at: Now
}

declare module '../../../server/database/tables.ts' {
  interface Tables {
    requests: Requests
    receipts: Receipts
    payments: Payments
    records: Records
    renewals: Renewals
    cart_items: CartItems
  }
}
