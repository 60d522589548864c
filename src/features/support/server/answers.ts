import { type Generated, sql } from 'kysely'
import type { Transaction } from '../../../server/database/database.ts'
import type { Now } from '../../../server/database/tables.ts'
import type { MailState } from '../../../server/mail/mail.tables.ts'
import type { deliveries } from '../message.ts'

/** The key by which the mail of an answer is found. */
export const mailOfAnswer = (id: string) => `message-answer ${id}`

interface AnswerRow {
  id: string
  message_id: string
  author_name: string | null
  body: string
  created_at: Date
  mail_state: MailState | null
  to_file: boolean | null
}

/** The answers to messages, oldest first, by the message. */
export async function answersTo({ db }: Transaction, messages: readonly string[]) {
  const { rows } = messages.length
    ? await sql<AnswerRow>`
        select a.id, a.message_id, a.author_name, a.body, a.created_at, mails.state as mail_state, mails.to_file
          from message_answers a left join mails on mails.once = ${mailOfAnswer('')} || a.id::text
         where a.message_id = any (${messages}::uuid[])
         order by a.created_at, a.id`.execute(db)
    : { rows: [] }
  return (message: string) =>
    rows
      .filter(({ message_id }) => message_id === message)
      .map(({ id, author_name, body, created_at, mail_state, to_file }) => ({
        id,
        author_name,
        body,
        delivery: deliveryOf(mail_state, to_file),
        created_at: created_at.toISOString(),
      }))
}

const deliveryOf = (state: MailState | null, toFile: boolean | null): (typeof deliveries)[number] | null =>
  state === 'sent' && toFile ? 'file' : state

/** Removes the name of an admin whose account is deleted from the answers. */
export async function eraseAnswersBy({ db }: Transaction, person: string): Promise<void> {
  await db.updateTable('message_answers').set({ author_name: null }).where('author_id', '=', person).execute()
}

export interface MessageAnswers {
  id: string
  message_id: string
  author_id: string | null
  author_name: string | null
  body: string
  created_at: Generated<Date> & Now
}

declare module '../../../server/database/tables.ts' {
  interface Tables {
    message_answers: MessageAnswers
  }
}
