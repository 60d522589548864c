import { useQuery } from '@tanstack/react-query'
import { m } from '../../../../paraglide/messages.js'
import { errorSentence } from '../../../../client/error-messages.ts'
import { useStateForm } from '../../../../client/form/use-state-form.ts'
import { Button } from '../../../../kit/Button.tsx'
import { FormattedDate, useNow } from '../../../../kit/dates.tsx'
import { TextField } from '../../../../kit/form/Field.tsx'
import { ErrorState } from '../../../../kit/list/list-states.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import type { FulfilmentReason } from '../../../fulfilment/states.ts'
import type { TransferEvent, TransferState } from '../../transfers.contract.ts'
import { domainsApi } from '../domains.api.ts'
import { type Transfer, transfersApi } from './transfers.api.ts'

const states: Record<Exclude<TransferState, 'refused' | 'done' | 'ended'>, () => string> = {
  asked: m.transfers_state_asked,
  waiting: m.transfers_state_waiting,
  moving: m.transfers_state_moving,
  checking: m.transfers_state_checking,
}

const reasons: Partial<Record<FulfilmentReason, () => string>> = {
  'auth-code': m.transfers_why_code,
  locked: m.transfers_why_locked,
  'too-new': m.transfers_why_new,
  objected: m.transfers_why_objected,
}

const events: Record<TransferEvent, () => string> = {
  requested: m.transfers_event_requested,
  code: m.transfers_event_code,
  ordered: m.transfers_event_ordered,
  refused: m.transfers_event_refused,
  checking: m.transfers_event_checking,
  done: m.transfers_event_done,
}

const DAY_MS = 86_400_000

const keyOf = (id: string) => [...domainsApi.key(), 'transfer', id]

/** How far the transfer of a domain is, what has happened, and another code where it takes one. */
export function TransferProgress({ id }: { id: string }) {
  const query = useQuery({
    // As all of domains it is stale once a request changes.
    queryKey: keyOf(id),
    queryFn: () => transfersApi.show.call({ id }),
  })
  const now = useNow()
  if (query.isError) return <ErrorState title={m.transfers_history_failed()} query={query} />
  if (!query.data) return <Skeleton className="h-32 w-full" />
  const { state, reason, words, sent_at, may_change_code, history } = query.data
  if (state === 'done' || state === 'ended') return null
  const day = sent_at ? Math.floor((now - Date.parse(sent_at)) / DAY_MS) + 1 : null
  return (
    <div className="grid gap-4">
      {state === 'refused' ? (
        <Notice tone="warning">
          <b>{m.transfers_state_refused()}</b> {((reason && reasons[reason]) ?? m.transfers_why_other)()}
          {words ? <span className="mt-1 block wrap-anywhere">{m.transfers_words({ words })}</span> : null}
        </Notice>
      ) : (
        <p>
          {state === 'moving' && day ? <b>{m.transfers_day({ day })}: </b> : null}
          {states[state]()}
        </p>
      )}
      {may_change_code ? <CodeForm transfer={query.data} /> : null}
      <div>
        <h4 className="text-sm font-semibold">{m.transfers_history()}</h4>
        <ol className="mt-1 divide-y divide-line">
          {history.map(({ event, at }) => (
            <li key={event + at} className="flex items-baseline justify-between gap-4 py-2">
              {events[event]()}
              <span className="shrink-0 text-sm text-muted">
                <FormattedDate at={at} />
              </span>
            </li>
          ))}
        </ol>
      </div>
    </div>
  )
}

/** Another code. What was refused for the last one is tried again with it. */
function CodeForm({ transfer: { id, state } }: { transfer: Transfer }) {
  const isRefused = state === 'refused'
  const { field, submit, busy, failure } = useStateForm({
    start: { code: '' },
    problemsOf: ({ code }) => ({ code: !code.trim() && m.transfers_code_wrong() }),
    send: ({ code }) => transfersApi.changeCode.call({ id, code }),
    done: isRefused ? m.transfers_new_code_sent() : m.transfers_new_code_kept(),
    startsOver: true,
    failure: codeFailure,
    stale: [keyOf(id)],
  })
  const form = (
    <form noValidate onSubmit={submit} className="grid max-w-text gap-3">
      <TextField
        label={m.transfers_code()}
        autoCapitalize="none"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={255}
        {...field('code')}
      />
      {failure ? <Notice tone="error">{failure}</Notice> : null}
      <Button
        type="submit"
        variant={isRefused ? undefined : 'secondary'}
        busy={busy}
        className="justify-self-start max-sm:w-full"
      >
        {m.transfers_new_code_send()}
      </Button>
    </form>
  )
  return isRefused ? (
    form
  ) : (
    <details>
      <summary className="touch cursor-pointer py-1 text-sm font-semibold">{m.transfers_new_code()}</summary>
      <div className="mt-2">{form}</div>
    </details>
  )
}

const codeFailure = errorSentence(m.transfers_new_code_failed, {
  BAD_REQUEST: m.transfers_code_wrong,
  NOT_NOW: m.transfers_not_now,
  NOT_FOUND: m.requests_gone,
})
