import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { Now } from '../database/tables.ts'

export type MailState = 'waiting' | 'sent' | 'failed'

type Text = ColumnType<string | null, string | null | undefined, string | null>
type Bytes = ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>

export interface Mails {
  id: string
  kind: string
  recipient: string
  user_id: string | null
  language: string | null
  /** What it is about, such as a name; null for a mail about an account. */
  about: Text
  data: JSONColumnType<Record<string, unknown> | null, string | null | undefined, string | null>
  sealed: Bytes
  secret: Generated<boolean>
  forget: Generated<boolean>
  once: ColumnType<string | null, string | null | undefined, never>
  state: Generated<MailState>
  attempts: Generated<number>
  due_at: Now
  expires_at: Date
  reason: Text
  created_at: Now
  /** True if the mail was written to a file, because there is no SMTP server. */
  to_file: Generated<boolean>
  sent_at: ColumnType<Date | null, Date | null | undefined, Date | null>
}

declare module '../database/tables.ts' {
  interface Tables {
    mails: Mails
  }
}
