import type { Now } from '../../../server/database/tables.ts'
import '../../requests/server/requests.tables.ts'

export interface ServiceNotes {
  id: string
  service_id: string
  /** Who held the service when the note was written. */
  user_id: string
  body: string
  written_by: string | null
  created_at: Now
}

export interface ExpirySteps {
  service_id: string
  expires_at: Date
  step: 'grace' | 'suspended' | 'ended'
  at: Date
}

declare module '../../../server/database/tables.ts' {
  interface Tables {
    service_notes: ServiceNotes
    expiry_steps: ExpirySteps
  }
}
