import type { Generated } from 'kysely'
import type { Now } from '../../../server/database/tables.ts'
import type { MessageState } from '../message.ts'

export interface Messages {
  id: string
  name: string
  email: string
  body: string
  state: Generated<MessageState>
  version: Generated<number>
  created_at: Now
  updated_at: Now
}

declare module '../../../server/database/tables.ts' {
  interface Tables {
    messages: Messages
  }
}
