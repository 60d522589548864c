import type { Now } from '../../../server/database/tables.ts'
import '../../requests/server/requests.tables.ts'

export interface RecordNotes {
  id: string
  record_id: string
  /** Who held the record when the note was written. */
  user_id: string
  body: string
  written_by: string | null
  created_at: Now
}

export interface ExpirySteps {
  record_id: string
  expires_at: Date
  step: 'grace' | 'suspended' | 'ended'
  at: Date
}

declare module '../../../server/database/tables.ts' {
  interface Tables {
    record_notes: RecordNotes
    expiry_steps: ExpirySteps
  }
}
