import { CheckCheck, CornerUpLeft, MailOpen, Sparkle } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { Badge, type Tone } from '../../../kit/Badge.tsx'
import { Button, buttonClasses } from '../../../kit/Button.tsx'
import { classes } from '../../../kit/classes.ts'
import { useChangedIds } from '../../../client/live-updates.tsx'
import { usePageData } from '../../../kit/page/page-data.ts'
import { RelativeTime } from '../../../kit/dates.tsx'
import { replyAddress, type MessageState } from '../message.ts'
import { type Message, useMark } from './mark.ts'
import { wordOf } from './state-words.ts'

const looks: Record<MessageState, [Tone, typeof MailOpen]> = {
  new: ['pending', Sparkle],
  read: ['neutral', MailOpen],
  answered: ['available', CheckCheck],
}

/** One message, whole, with the way to answer it and how far it is. */
export function MessageCard({ message }: { message: Message }) {
  const { business } = usePageData()
  const changed = useChangedIds().has(message.id)
  const mark = useMark(message)
  const [tone, icon] = looks[message.state]
  const next: MessageState[] =
    message.state === 'new' ? ['read', 'answered'] : message.state === 'read' ? ['answered'] : ['new']
  const reply = replyAddress({
    email: message.email,
    subject: m.messages_reply_subject({ business: business.name }),
  })
  return (
    <li className={classes('rounded-card border border-line bg-card p-4 sm:p-5', changed && 'animate-glow')}>
      <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <h2 className="font-semibold wrap-anywhere">{message.name}</h2>
          <p className="text-sm wrap-anywhere text-muted">
            {message.email} · <RelativeTime at={message.created_at} />
          </p>
        </div>
        <Badge tone={tone} icon={icon}>
          {wordOf(message.state)}
        </Badge>
      </header>
      <p className="mt-3 max-w-text whitespace-pre-line wrap-anywhere">{message.message}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <a
          href={reply}
          className={buttonClasses('secondary', 'small')}
          aria-label={m.messages_reply_to({ name: message.name })}
        >
          <CornerUpLeft aria-hidden className="size-4" />
          {m.messages_reply()}
        </a>
        {next.map((state) => (
          <Button
            key={state}
            variant="quiet"
            size="small"
            busy={mark.isPending && mark.variables === state}
            aria-label={m.messages_mark_as({ name: message.name, state: wordOf(state) })}
            onClick={() => mark.mutate(state)}
          >
            {m.messages_mark({ state: wordOf(state) })}
          </Button>
        ))}
      </div>
    </li>
  )
}
