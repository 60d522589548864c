import { MessagesSquare } from 'lucide-react'
import { useMemo } from 'react'
import { m } from '../../../paraglide/messages.js'
import { usePageData } from '../../../kit/page/page-data.ts'
import { Conversation } from './Conversation.tsx'
import { waitWords } from './wait-words.ts'
import { ownWire, type Standing } from './wire.ts'

/** The customer's conversation with the people of the shop. */
export function OwnChat({ standing }: { standing: Standing & { answer_minutes: number } }) {
  const { locale, business } = usePageData()
  const wire = useMemo(() => ownWire(), [])
  return (
    <Conversation
      wire={wire}
      standing={standing}
      customer={m.chat_you()}
      label={m.chat_with({ name: business.name })}
      placeholder={m.chat_write()}
      empty={
        <div className="flex flex-col items-center gap-2 px-4 py-12 text-center">
          <MessagesSquare aria-hidden className="size-8 text-primary" />
          <p className="text-lg font-semibold">{m.chat_empty()}</p>
          <p className="max-w-text text-muted">
            {m.chat_empty_text({ wait: waitWords(standing.answer_minutes, locale) })}
          </p>
        </div>
      }
    />
  )
}
