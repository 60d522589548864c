import type { Generated } from 'kysely'
import type { Now } from '../../../server/database/tables.ts'
import type { AnswerLabel } from '../answer.ts'

export interface UnreadAnswers {
  id: string
  /** Without a dot, as in the tables of endpoints. */
  suffix: string
  name: string
  source: 'rdap' | 'whois'
  text: string
  /** Hash of the text without the name, so that equal answers about several names share one row. */
  digest: Buffer
  seen: Generated<number>
  label: AnswerLabel | null
  created_at: Now
}

declare module '../../../server/database/tables.ts' {
  interface Tables {
    unread_answers: UnreadAnswers
  }
}
