import type { Generated } from 'kysely'
import type { Now } from '../../../server/database/tables.ts'
import type { deliveryStates } from '../webhooks.contract.ts'

export interface WebhookEndpoints {
  id: string
  url: string
  types: string[]
  sources: string[]
  is_on: Generated<boolean>
  failing_since: Date | null
  off_reason: 'failing' | 'gone' | null
  version: Generated<number>
  created_at: Now
  updated_at: Now
}

export interface WebhookSecrets {
  id: string
  endpoint_id: string
  sealed: Buffer
  created_at: Date
  expires_at: Date | null
}

export interface WebhookDeliveries {
  id: Generated<string>
  endpoint_id: string
  event_id: number
  user_id: string | null
  type: string | null
  body: string | null
  state: Generated<(typeof deliveryStates)[number]>
  attempts: Generated<number>
  due_at: Now
  status: number | null
  answer: string | null
  reason: string | null
  created_at: Now
  sent_at: Date | null
}

declare module '../../../server/database/tables.ts' {
  interface Tables {
    webhook_endpoints: WebhookEndpoints
    webhook_secrets: WebhookSecrets
    webhook_deliveries: WebhookDeliveries
  }
}
