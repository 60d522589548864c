import { m } from '../../../paraglide/messages.js'
import type { PageNotice } from '../../../shared/pages.ts'
import { buttonClasses } from '../../../kit/Button.tsx'
import { Card } from '../../../kit/Card.tsx'
import { Notice, type NoticeTone } from '../../../kit/Notice.tsx'
import { TextArea, TextField } from '../../../kit/form/Field.tsx'
import { messageLimits } from '../message.ts'

const notices: Partial<Record<PageNotice, [tone: NoticeTone, text: () => string]>> = {
  'message-sent': ['success', m.support_message_sent],
  'message-incomplete': ['error', m.support_message_incomplete],
  'message-too-many': ['error', m.support_message_too_many],
  'message-failed': ['error', m.support_message_failed],
}

/** The contact form. It works without script: the server renders refusals with the values. */
export function ContactForm({ notice }: { notice: PageNotice | null }) {
  const [tone, text] = (notice && notices[notice]) ?? []
  return (
    <Card id="write" aria-labelledby="write-heading">
      <h2 id="write-heading" className="text-xl font-bold">
        {m.support_write()}
      </h2>
      <p className="mt-1 text-muted">{m.support_write_text()}</p>
      {text ? (
        <Notice tone={tone} className="mt-4">
          {text()}
        </Notice>
      ) : null}
      <form method="post" action="/support#write" className="mt-5 flex flex-col gap-4">
        <TextField
          label={m.support_your_name()}
          name="name"
          autoComplete="name"
          maxLength={messageLimits.name}
          required
        />
        <TextField
          label={m.support_your_email()}
          name="email"
          type="email"
          autoComplete="email"
          maxLength={messageLimits.email}
          required
        />
        <TextArea
          label={m.support_your_message()}
          name="message"
          rows={5}
          maxLength={messageLimits.message}
          required
        />
        <Honeypot />
        <button type="submit" className={buttonClasses('primary', 'medium', 'self-start')}>
          {m.support_send()}
        </button>
      </form>
    </Card>
  )
}

/** A honeypot field, hidden from people: the server drops messages that fill it in. */
function Honeypot() {
  return (
    <div aria-hidden className="sr-only">
      <label htmlFor="website">{m.support_trap()}</label>
      <input id="website" name="website" tabIndex={-1} autoComplete="off" />
    </div>
  )
}
