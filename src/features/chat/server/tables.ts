import type { ColumnType, Generated } from 'kysely'
import type { Now } from '../../../server/database/tables.ts'

export interface ChatConversations {
  user_id: string
  customer_lines: Generated<number>
  shop_lines: Generated<number>
  read_by_customer: Generated<number>
  read_by_shop: Generated<number>
  waiting: ColumnType<boolean, never, never>
  last_excerpt: Generated<string>
  last_by_shop: Generated<boolean>
  last_at: Now
  closed: Generated<boolean>
  burst_at: Now
  burst_lines: Generated<number>
}

/** The columns of a conversation, as `c`, that lists and answers need. */
export const conversationColumns = [
  'c.user_id',
  'c.customer_lines',
  'c.shop_lines',
  'c.read_by_customer',
  'c.read_by_shop',
  'c.waiting',
  'c.last_excerpt',
  'c.last_by_shop',
  'c.last_at',
  'c.closed',
] as const satisfies `c.${keyof ChatConversations}`[]

export interface ChatLines {
  user_id: string
  place: number
  id: string
  by_shop: boolean
  number: number
  author_id: string | null
  author_name: string | null
  body: string
  client_id: string | null
  created_at: Now
}

declare module '../../../server/database/tables.ts' {
  interface Tables {
    chat_conversations: ChatConversations
    chat_lines: ChatLines
  }
}
