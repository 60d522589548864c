import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../../paraglide/messages.js'
import { errorSentence, refusalCode } from '../../../client/error-messages.ts'
import { useStateForm } from '../../../client/form/use-state-form.ts'
import { randomUUID } from '../../../client/random-uuid.ts'
import { Button } from '../../../kit/Button.tsx'
import { RelativeTime } from '../../../kit/dates.tsx'
import { TextArea } from '../../../kit/form/Field.tsx'
import { replaceRow } from '../../../kit/list/paging.ts'
import { Notice } from '../../../kit/Notice.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { textIn } from '../../../shared/texts/bilingual.ts'
import { CannedAnswers } from '../../settings/ui/CannedAnswers.tsx'
import { ANSWER_LIMIT, type deliveries } from '../message.ts'
import { type Message, supportApi } from './support.api.ts'

const deliveryTexts: Record<(typeof deliveries)[number], () => string> = {
  waiting: m.messages_delivery_waiting,
  sent: m.messages_delivery_sent,
  failed: m.messages_delivery_failed,
  file: m.messages_delivery_file,
}

/** What was answered to a message, oldest first, by whom, and whether its mail was sent. */
export function AnswerList({ message: { name, answers } }: { message: Pick<Message, 'name' | 'answers'> }) {
  if (answers.length === 0) return null
  return (
    <ul aria-label={m.messages_answers({ name })} className="flex max-w-text flex-col gap-3">
      {answers.map((answer) => (
        <li key={answer.id} className="rounded-control bg-well px-4 py-3">
          <p className="text-sm text-muted">
            {[answer.author_name ?? m.audit_role_admin(), answer.delivery && deliveryTexts[answer.delivery]()]
              .filter(Boolean)
              .join(' · ')}
            {' · '}
            <RelativeTime at={answer.created_at} />
          </p>
          <p className="mt-1 whitespace-pre-line wrap-anywhere">{answer.body}</p>
        </li>
      ))}
    </ul>
  )
}

interface AnswerFormProps {
  message: Pick<Message, 'id' | 'name' | 'email'>
  onDone?: () => void
}

/** Answers a message by a mail from the shop's address. */
export function AnswerForm({ message: { id, name, email }, onDone }: AnswerFormProps) {
  const client = useQueryClient()
  const { locale } = usePageData()
  // A repeated press after a lost answer sends no second mail.
  const [attempt, setAttempt] = useState<string>(randomUUID)
  const { values, set, field, submit, busy, failure } = useStateForm({
    start: { body: '' },
    startsOver: true,
    async send({ body }) {
      const answer = { id, body: body.trim(), language: locale }
      try {
        return await supportApi.answer.call(answer, { context: { idempotencyKey: attempt } })
      } catch (error) {
        // The text before it was sent, though its answer did not arrive. What is sent now is another one.
        if (refusalCode(error) === 'IDEMPOTENCY_KEY_REUSED') setAttempt(randomUUID())
        throw error
      }
    },
    onDone(row) {
      setAttempt(randomUUID())
      replaceRow(client, supportApi.list.key(), row)
      onDone?.()
    },
    stale: [supportApi.key()],
    failure: errorSentence(m.messages_answer_failed, {
      NO_ADDRESS: m.messages_no_address,
      IDEMPOTENCY_KEY_REUSED: m.messages_answer_sent_before,
    }),
  })
  return (
    <form className="flex max-w-text flex-col gap-3" onSubmit={submit}>
      <TextArea
        label={m.messages_answer_to({ name })}
        description={m.messages_answer_about({ email })}
        rows={4}
        maxLength={ANSWER_LIMIT}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          if (values.body.trim()) event.currentTarget.form?.requestSubmit()
        }}
        {...field('body')}
      />
      {failure ? <Notice tone="error">{failure}</Notice> : null}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" busy={busy} disabled={!values.body.trim()}>
          {m.messages_answer_send()}
        </Button>
        <CannedAnswers
          onPick={(text) =>
            set({ body: [values.body.trim(), textIn(text, locale)].filter(Boolean).join('\n\n') })
          }
        />
      </div>
    </form>
  )
}

/** The answers to a message, and the form for another one. */
export const MessageAnswers = ({ message, isReadOnly }: { message: Message; isReadOnly: boolean }) => (
  <div className="mt-4 flex flex-col gap-4 empty:hidden">
    <AnswerList message={message} />
    {isReadOnly || !message.email ? null : <AnswerForm message={message} />}
  </div>
)
