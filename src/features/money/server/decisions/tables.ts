import type { JSONColumnType, Selectable } from 'kysely'
import type { DecisionAct } from '../../received/payment-states.ts'

/** What an admin has decided, as it was sent. */
export interface Decision {
  /** Of received money, or of a claim that is confirmed. */
  id: string
  act: DecisionAct
  parts?: { charge_id: string; amount: number }[] | undefined
  reason?: string | undefined
  version: number
  /** The payment was recorded by hand with the decision. It is none where that is undone. */
  recorded?: true | undefined
}

/** What a decision does to charges and to the credit of customers, in decimal numbers. */
export interface Effects {
  charges: {
    charge: string
    pays: number | null
    loses: number | null
    /** The papers that it issues. */
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
