import { createApi } from '../../../../client/api.ts'
import type { DecisionAct } from '../../received/payment-states.ts'
import { decisionsContract } from '../../received/decisions-contract.ts'

export const decisionsApi = createApi('decisions', decisionsContract)

export type Effects = Awaited<ReturnType<typeof decisionsApi.preview.call>>

/** What an admin decides about a payment that the screen shows. */
export interface Decision {
  act: DecisionAct
  parts?: { charge_id: string; amount: number }[]
  reason?: string
}

/** The payment or claim that is decided. */
export interface Decided {
  id: string
  version: number
}
