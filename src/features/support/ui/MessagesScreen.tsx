import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { CornerUpLeft, MailOpen, MessageSquare, Sparkle } from 'lucide-react'
import { Suspense, useCallback } from 'react'
import { type Message, supportApi } from './support.api.ts'
import { m } from '../../../paraglide/messages.js'
import { useMay } from '../../../client/session/staff.tsx'
import { outageMessage, errorSentence, refusalCode } from '../../../client/error-messages.ts'
import { Button, buttonClasses } from '../../../kit/Button.tsx'
import { ExportButton } from '../../../client/list/ExportButton.tsx'
import type { Column, ListAct, NameColumn } from '../../../kit/data-list/column.ts'
import { DataList } from '../../../kit/data-list/DataList.tsx'
import { MiddleCut } from '../../../kit/data-list/MiddleCut.tsx'
import { useSort } from '../../../kit/data-list/sort.ts'
import { useDebouncedText } from '../../../kit/form/debounce.ts'
import { Select } from '../../../kit/form/Field.tsx'
import { searchOf, useAddressFilter, valueIn } from '../../../kit/list/address-filter.ts'
import { Filters, SearchField } from '../../../kit/list/Filters.tsx'
import { EmptyState } from '../../../kit/list/list-states.tsx'
import { loadedLater } from '../../../kit/loaded-later.ts'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { PageHeader } from '../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../kit/page/page-title.ts'
import { pageInput, pagingOptions, replaceRow } from '../../../kit/list/paging.ts'
import type { MessageSort } from '../support.contract.ts'
import { type MessageState, messageStates, replyAddress } from '../message.ts'
import { Badge, type Tone } from '../../../kit/Badge.tsx'
import { useChangedIds } from '../../../client/live/live-updates.tsx'
import { useAct } from '../../../client/form/act.ts'
import { usePageData } from '../../../kit/page/page-data.ts'
import { Age } from '../../../kit/dates.tsx'

const MessageAnswers = loadedLater(() => import('./MessageAnswers.tsx').then((file) => file.MessageAnswers))

export const handle = { firstCalls: () => ['/api/admin/messages?total=true'] }

export const meta = pageTitle(() => ({ title: m.common_messages() }))

/** The messages of the contact form, newest first, updated live. */
export default function MessagesScreen() {
  const [params, change] = useAddressFilter()
  const q = searchOf(params)
  const state = valueIn(messageStates, params.get('state'))
  const sort = useSort(name, columns)
  const input = { ...(q && { q }), ...(state && { state }), ...(sort && { sort }) }
  const list = useInfiniteQuery(
    supportApi.list.infiniteOptions({
      input: (cursor) => pageInput(input, cursor),
      placeholderData: (before) => before,
      ...pagingOptions,
    }),
  )
  const changed = useChangedIds()
  const isFiltered = Boolean(q || state)
  const [typed, setTyped] = useDebouncedText(
    q,
    useCallback((text: string) => change({ q: text.trim() }), [change]),
  )
  return (
    <>
      <PageHeader
        title={m.common_messages()}
        actions={<ExportButton list="/api/admin/messages" filter={input} />}
      >
        {m.messages_about()}
      </PageHeader>
      <Filters
        active={state ? 1 : 0}
        search={
          <SearchField
            label={m.common_search()}
            placeholder={m.messages_search_placeholder()}
            value={typed}
            onChange={setTyped}
          />
        }
      >
        <Select
          label={m.common_status()}
          className="md:w-44"
          placeholder={m.common_all()}
          value={state ?? ''}
          onChange={(event) => change({ state: event.target.value })}
          options={messageStates.map((value) => ({ value, label: stateLabel(value) }))}
        />
      </Filters>
      <DataList
        label={m.common_messages()}
        query={list}
        name={name}
        columns={columns}
        acts={useMarks()}
        isChanged={({ id }) => changed.has(id)}
        failed={m.messages_failed()}
        reasonOf={outageMessage}
        renderPanel={(message) => <MessageDetails message={message} />}
        empty={
          <EmptyState
            icon={MessageSquare}
            title={m.messages_none()}
            action={
              isFiltered ? (
                <Button variant="secondary" onClick={() => change({ q: '', state: '' })}>
                  {m.messages_show_all()}
                </Button>
              ) : null
            }
          >
            {isFiltered ? null : m.messages_none_about()}
          </EmptyState>
        }
      />
    </>
  )
}

const name: NameColumn<Message, MessageSort> = {
  header: m.common_name(),
  sort: 'name',
  text: (message) => message.name,
  opens: (message) => m.common_details_of({ name: message.name }),
}

const columns: Column<Message, MessageSort>[] = [
  {
    id: 'status',
    header: m.common_status(),
    sort: 'status',
    width: 'w-36',
    isPlain: true,
    cell: ({ state }) => {
      const [tone, icon] = badges[state]
      return (
        <Badge tone={tone} icon={icon}>
          {stateLabel(state)}
        </Badge>
      )
    },
  },
  {
    id: 'address',
    header: m.common_email(),
    width: 'w-52',
    isPlain: true,
    isLine: true,
    from: 'wide',
    cell: ({ email }) => <MiddleCut text={email} />,
  },
  {
    id: 'message',
    header: m.inbox_message(),
    width: 'w-1/2',
    isPlain: true,
    isLine: true,
    cell: ({ message }) => message,
  },
  {
    id: 'since',
    header: m.common_since(),
    sort: 'since',
    width: 'w-25',
    cell: ({ created_at }) => <Age at={created_at} />,
  },
]

/** Marks several messages. */
function useMarks(): ListAct<Message>[] {
  const client = useQueryClient()
  if (!useMay()('messages.write')) return []
  return (['read', 'answered'] as const).map((state) => ({
    id: state,
    label: m.messages_mark({ state: stateLabel(state) }),
    applies: (message) => message.state !== state && message.state !== 'answered',
    send: ({ id, version }) => supportApi.mark.call({ id, state, version }),
    failure: errorSentence(m.messages_mark_failed, { CONFLICT: m.messages_changed }),
    onEnd: () => client.invalidateQueries({ queryKey: supportApi.list.key() }),
  }))
}

const badges: Record<MessageState, [Tone, typeof MailOpen]> = {
  new: ['pending', Sparkle],
  read: ['neutral', MailOpen],
  answered: ['available', CornerUpLeft],
}

/** One message: its text, and the actions to answer and mark it. */
function MessageDetails({ message }: { message: Message }) {
  const { business } = usePageData()
  const may = useMay()
  const mark = useMark(message)
  const next: MessageState[] =
    message.state === 'new' ? ['read', 'answered'] : message.state === 'read' ? ['answered'] : ['new']
  const reply = replyAddress({
    email: message.email,
    subject: m.messages_reply_subject({ business: business.name }),
  })
  return (
    <>
      <p className="text-sm wrap-anywhere text-muted">{message.email}</p>
      <p className="mt-2 max-w-text whitespace-pre-line wrap-anywhere">{message.message}</p>
      <Suspense fallback={<Skeleton className="mt-4 h-40 w-full" />}>
        <MessageAnswers message={message} isReadOnly={!may('messages.write')} />
      </Suspense>
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
    </>
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
