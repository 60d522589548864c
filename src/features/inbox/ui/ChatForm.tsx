/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions -- the key is pressed in the text field inside */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { m } from '../../../paraglide/messages.js'
import { errorSentence } from '../../../client/error-messages.ts'
import { useAct } from '../../../client/form/act.ts'
import { Button, LinkButton } from '../../../kit/Button.tsx'
import { ErrorState } from '../../../kit/list/list-states.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { chatApi, customerConversationApi, customerName } from '../../chat/ui/chat.api.ts'
import { Conversation } from '../../chat/ui/Conversation.tsx'
import { Focused } from '../../../kit/data-list/Focused.tsx'

interface ChatFormProps {
  id: string
  customer: string
  onDone: () => void
}

/** A customer's conversation, to be answered at once, or closed where it needs no answer. Reading it is not enough. */
export function ChatForm({ id, customer, onDone }: ChatFormProps) {
  const api = useMemo(() => customerConversationApi(customer), [customer])
  const query = useQuery(chatApi.inbox.find.queryOptions({ input: { id: customer } }))
  const { data } = query
  const close = useAct({
    send: () => chatApi.inbox.close.call({ id: customer, closed: true }),
    onDone,
    failure: errorSentence(m.chat_close_failed),
    stale: [chatApi.key()],
  })
  const { isPending } = useInfiniteQuery(api.lines)
  if (!data || isPending)
    return query.isError ? (
      <ErrorState title={m.chat_failed()} query={query} />
    ) : (
      <Skeleton className="h-80 w-full" />
    )
  const name = customerName(data)
  return (
    <section
      id={id}
      aria-label={m.chat_with({ name })}
      onKeyDown={(event) => {
        // Ctrl+Enter sends what was typed. With nothing to send it goes on.
        const isSend = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
        if (!isSend || !(event.target instanceof HTMLTextAreaElement) || event.target.value.trim()) return
        event.preventDefault()
        onDone()
      }}
      className="flex h-[max(26rem,calc(100dvh-14rem))] flex-col overflow-hidden rounded-card border border-line bg-ground"
    >
      <header className="flex flex-wrap items-center gap-2 border-b border-line bg-card px-3 py-2">
        <p className="min-w-0 flex-1 truncate text-lg font-bold">{name}</p>
        <LinkButton to={`/admin/chat?with=${customer}`} variant="quiet" size="small">
          {m.chat_open()}
        </LinkButton>
        <Button variant="quiet" size="small" busy={close.isPending} onClick={() => close.mutate()}>
          {m.chat_close()}
        </Button>
        <Button variant="secondary" size="small" onClick={onDone}>
          {m.inbox_next()}
        </Button>
      </header>
      <Focused first="field" className="flex min-h-0 flex-1 flex-col">
        <Conversation
          api={api}
          status={data}
          customer={name}
          label={m.chat_with({ name })}
          placeholder={m.chat_answer()}
          empty={null}
        />
      </Focused>
    </section>
  )
}
