import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { ConcurrentChange, type Transaction } from '../../../server/database/database.ts'
import type { CallerContext } from '../../../server/http/context.ts'
import { publishEvents } from '../../../server/live/publish-events.ts'
import type { MailTemplate } from '../../../server/mail/layout.ts'
import { enqueue } from '../../../server/mail/queue.ts'
import type { Input } from '../../../shared/contract.ts'
import { isEmail } from '../../../shared/people/email.ts'
import { Refused } from '../../../shared/refusal.ts'
import { audit } from '../../audit/server/audit.ts'
import type { supportContract } from '../support.contract.ts'
import { mailOfAnswer } from './answers.ts'
import { findMessage, presentMessage, type Row, setMessageState } from './messages.ts'

/**
 * Answers a message by a mail to its writer, keeps the answer, and marks the message as answered. Refuses with
 * `NOT_FOUND`, and with `NO_ADDRESS` where the message has no address.
 */
export const answerMessage = (
  caller: CallerContext,
  { id, body, language }: Input<typeof supportContract.answer>,
) =>
  caller.write(async (tx) => {
    const message = await findMessage(tx, id)
    if (!message) throw new Refused('NOT_FOUND')
    if (!isEmail(message.email)) throw new Refused('NO_ADDRESS')
    const answer = randomUUIDv7()
    await tx.db
      .insertInto('message_answers')
      .values({ id: answer, message_id: id, body, ...(await authorOf(tx)) })
      .execute()
    const answered = await setMessageState(tx, message, 'answered', caller.now)
    if (!answered) throw new ConcurrentChange()
    await enqueue(tx, {
      kind: 'message-answer',
      to: message.email,
      user: await accountOf(tx, message),
      language,
      data: { answer: body, message: message.body, written: message.created_at.toISOString() },
      once: mailOfAnswer(answer),
    })
    await audit(tx, 'admin', {
      action: 'message.answered',
      entity: 'message',
      entity_id: id,
      before: { state: message.state },
      after: { state: 'answered', answer },
    })
    await publishEvents(tx, {
      user_id: null,
      type: 'message.answered',
      topics: ['messages'],
      entity_id: id,
      for_admins: true,
    })
    return presentMessage(tx, answered)
  })

/** The admin who answers. A service key has no name. */
async function authorOf({ db, caller }: Transaction) {
  if (typeof caller === 'string') return {}
  const profile = await db
    .selectFrom('profiles')
    .select('full_name')
    .where('id', '=', caller.person)
    .executeTakeFirst()
  return { author_id: caller.person, author_name: profile?.full_name ?? null }
}

/** The account with the address of a message, so that the mail is among its mails, in its language. */
async function accountOf({ db }: Transaction, { email }: Row): Promise<string | null> {
  const profile = await db
    .selectFrom('profiles')
    .select('id')
    .where(sql<boolean>`lower(email) = ${email.toLowerCase()}`)
    .executeTakeFirst()
  return profile?.id ?? null
}

/** The longest quoted message. */
const MOST_QUOTED = 1_000

const answer: MailTemplate = (data, { translate, business }) => {
  const [text, message] = [String(data['answer']), String(data['message'])]
  const subject = translate('messages_reply_subject', { business: business.name })
  return {
    subject,
    heading: subject,
    paragraphs: text.split(/\n+/).filter((line) => line.trim()),
    notes: [
      translate('messages_mail_quote'),
      ...message
        .slice(0, MOST_QUOTED)
        .split(/\n+/)
        .filter((line) => line.trim())
        .map((line) => `> ${line}`),
    ],
    replyTo: business.email || undefined,
  }
}

/** The mail with an answer. */
export const messageMailTemplates = { 'message-answer': answer } satisfies Record<string, MailTemplate>
