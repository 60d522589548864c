import type { ColumnType, Generated, GeneratedAlways, JSONColumnType, Selectable } from 'kysely'
import type { Amount, Now } from '../../../../server/database/tables.ts'
import type { Mark } from '../../templates/read.ts'
import type { Channel, Rank, ReceivedState } from '../../received/received.ts'

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
  reference_keys: Generated<string[]>
  paid_at: Date | null
  received_at: Date
  balance: Amount | null
  fee: Amount | null
  state: ReceivedState
  reason: string | null
  /** Whose it is, once it pays something. */
  user_id: string | null
  decided_by: string | null
  decided_at: Date | null
  /** The rank of its strongest evidence. */
  rank: Generated<Rank>
  /** Evidence as strong or stronger says something else than what was booked, and nobody has looked at it. */
  disagrees: Generated<boolean>
  /** Of a reversal: the receipt numbers of the payment that it takes back, as keys. */
  reverses: string[] | null
  version: Generated<number>
  created_at: Now
  /** When it was paid, or else when it came to be known. */
  at: GeneratedAlways<Date>
  /** Whether a phone or a bank has reported it, or it is the shop's own entry. An admin has confirmed all others unseen. */
  seen: GeneratedAlways<boolean>
}

/** What says that a payment came in, as it was read. */
export interface PaymentEvidence extends Pick<
  ReceivedPayments,
  | ('channel' | 'reason' | 'sender' | 'body' | 'method' | 'amount' | 'currency' | 'code' | 'payer_name')
  | ('payer_phone' | 'reference' | 'reference_keys' | 'paid_at' | 'balance' | 'received_at')
> {
  id: string
  payment_id: string
  rank: Rank
  fingerprint: Buffer | null
  marks: ColumnType<Mark[] | null, string | null | undefined, string | null>
  entered_by: string | null
  dismissed_by: string | null
  dismissed_at: Date | null
  created_at: Now
}

export type ReceivedRow = Selectable<ReceivedPayments>

declare module '../../../../server/database/tables.ts' {
  interface Tables {
    received_payments: ReceivedPayments
    payment_evidence: PaymentEvidence
    received_balances: {
      account: string
      currency: string
      balance: Amount | null
    }
    statement_layouts: {
      fingerprint: string
      columns: JSONColumnType<object>
      answers: JSONColumnType<object>
      updated_at: Now
      updated_by: string | null
    }
    /** What became of a row of a statement that was loaded. */
    statement_rows: {
      import_id: string
      payment_id: string
      is_known: boolean
    }
  }
}
