import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { CheckCheck, CornerUpLeft, Inbox, MailOpen, Sparkle } from 'lucide-react'
import { useState } from 'react'
import { AnswerForm, AnswerList } from './MessageAnswers.tsx'
import { type Message, supportApi } from './support.api.ts'
import { m } from '../../../paraglide/messages.js'
import { useMay } from '../../../client/session/staff.tsx'
import { outageMessage, errorSentence, refusalCode } from '../../../client/error-messages.ts'
import { Button, buttonClasses } from '../../../kit/Button.tsx'
import { CardList } from '../../../kit/list/CardList.tsx'
import { FoldedRow } from '../../../kit/list/FoldedRow.tsx'
import { EmptyState } from '../../../kit/list/list-states.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { SegmentedControl } from '../../../kit/form/SegmentedControl.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { pagingOptions, replaceRow } from '../../../kit/list/paging.ts'
import { type MessageState, messageStates, replyAddress } from '../message.ts'
import { Badge, type Tone } from '../../../kit/Badge.tsx'
import { useChangedIds } from '../../../client/live/live-updates.tsx'
import { useAct } from '../../../client/form/act.ts'
import { usePageData } from '../../../kit/page/page-data.ts'
import { RelativeTime } from '../../../kit/dates.tsx'

export const handle = { firstCalls: () => ['/api/admin/messages'] }

export const meta = pageTitle(() => ({ title: m.common_messages() }))

type StateFilter = MessageState | 'all'

/** The messages of the contact form, newest first, updated live. */
export default function MessagesScreen() {
  const [shown, setShown] = useState<StateFilter>('all')
  const list = useInfiniteQuery(
    supportApi.list.infiniteOptions({
      input: (cursor) => ({ cursor, ...(shown !== 'all' && { state: shown }) }),
      ...pagingOptions,
    }),
  )
  const options = [
    { value: 'all' as StateFilter, label: m.common_all() },
    ...messageStates.map((value) => ({ value, label: stateLabel(value) })),
  ]
  return (
    <>
      <PageHeader title={m.common_messages()}>{m.messages_about()}</PageHeader>
      <SegmentedControl
        label={m.messages_filter()}
        options={options}
        value={shown}
        onChange={setShown}
        className="mb-4"
      />
      <CardList
        rows
        label={m.common_messages()}
        query={list}
        failed={m.messages_failed()}
        reasonOf={outageMessage}
        empty={
          <EmptyState
            icon={Inbox}
            title={m.messages_none()}
            action={
              shown === 'all' ? null : (
                <Button variant="secondary" onClick={() => setShown('all')}>
                  {m.messages_show_all()}
                </Button>
              )
            }
          >
            {shown === 'all' ? m.messages_none_about() : null}
          </EmptyState>
        }
      >
        {(message) => <MessageRow message={message} />}
      </CardList>
    </>
  )
}

const badges: Record<MessageState, [Tone, typeof MailOpen]> = {
  new: ['pending', Sparkle],
  read: ['neutral', MailOpen],
  answered: ['available', CheckCheck],
}

/** One message with its state; opened, its text and the actions to answer and mark it. */
function MessageRow({ message }: { message: Message }) {
  const { business } = usePageData()
  const may = useMay()
  const changed = useChangedIds().has(message.id)
  const mark = useMark(message)
  const [tone, icon] = badges[message.state]
  const next: MessageState[] =
    message.state === 'new' ? ['read', 'answered'] : message.state === 'read' ? ['answered'] : ['new']
  const reply = replyAddress({
    email: message.email,
    subject: m.messages_reply_subject({ business: business.name }),
  })
  return (
    <FoldedRow
      label={m.common_details_of({ name: message.name })}
      className={changed ? 'animate-glow' : undefined}
      summary={
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 md:grid-cols-[minmax(0,1fr)_8rem_minmax(0,2.6fr)_7.5rem]">
          <h2 className="truncate text-base font-semibold">{message.name}</h2>
          <span className="flex">
            <Badge tone={tone} icon={icon}>
              {stateLabel(message.state)}
            </Badge>
          </span>
          <span className="truncate text-muted" title={message.message}>
            {message.message}
          </span>
          <span className="text-right text-sm text-muted">
            <RelativeTime at={message.created_at} />
          </span>
        </div>
      }
    >
      <p className="text-sm wrap-anywhere text-muted">{message.email}</p>
      <p className="mt-2 max-w-text whitespace-pre-line wrap-anywhere">{message.message}</p>
      <div className="mt-4 flex flex-col gap-4 empty:hidden">
        <AnswerList message={message} />
        {may('messages.write') && message.email ? <AnswerForm message={message} /> : null}
      </div>
      <div className="mt-4 flex flex-wrap gap-2">
        <a href={reply} className={buttonClasses('quiet', 'small')}>
          <CornerUpLeft aria-hidden className="size-4" />
          {m.messages_reply_to({ name: message.name })}
        </a>
        {may('messages.write')
          ? next.map((state) => (
              <Button
                key={state}
                variant="quiet"
                size="small"
                busy={mark.isPending && mark.variables === state}
                aria-label={m.messages_mark_as({ name: message.name, state: stateLabel(state) })}
                onClick={() => mark.mutate(state)}
              >
                {m.messages_mark({ state: stateLabel(state) })}
              </Button>
            ))
          : null}
      </div>
    </FoldedRow>
  )
}

/** Marks a message with a state. On a conflict it reloads the list and overwrites nothing. */
function useMark({ id, version }: Message) {
  const client = useQueryClient()
  return useAct({
    send: (state: MessageState) => supportApi.mark.call({ id, state, version }),
    onDone: (row) => replaceRow(client, supportApi.list.key(), row),
    failure(error) {
      if (refusalCode(error) === 'CONFLICT')
        void client.invalidateQueries({ queryKey: supportApi.list.key() })
      return errorSentence(m.messages_mark_failed, { CONFLICT: m.messages_changed })(error)
    },
  })
}

const stateLabels: Record<MessageState, () => string> = {
  new: m.common_new,
  read: m.messages_state_read,
  answered: m.messages_state_answered,
}

const stateLabel = (state: MessageState) => stateLabels[state]()
