import type { JSONColumnType, Selectable } from 'kysely'
import type { DecisionInput } from '../../received/decisions.contract.ts'

export type Decision = DecisionInput & {
  /** The payment was recorded by hand with the decision. It is none where that is undone. */
  recorded?: true | undefined
}

/** What a decision does to charges and to the credit of customers, in decimal numbers. */
export interface Effects {
  charges: {
    charge: string
    pays: number | null
    loses: number | null
    issues: ('invoice' | 'credit-note')[]
    becomes: { state: 'open' | 'paid' | 'void'; rest: number }
  }[]
  credits: { customer: string; amount: number; currency: string }[]
}

export interface PaymentDecisions {
  id: string
  payment_id: string | null
  claim_id: string | null
  decision: JSONColumnType<Decision>
  effects: JSONColumnType<Effects>
  decided_by: string
  due_at: Date
  failed: string | null
}

export type DecisionRow = Selectable<PaymentDecisions>

declare module '../../../../server/database/tables.ts' {
  interface Tables {
    payment_decisions: PaymentDecisions
  }
}
