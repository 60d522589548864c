import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { CircleAlert, RotateCw, Send } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../../paraglide/messages.js'
import { useMay } from '../../../client/session/staff.tsx'
import { errorSentence, outageMessage } from '../../../client/error-messages.ts'
import { useAct } from '../../../client/form/act.ts'
import { Badge, type Tone } from '../../../kit/Badge.tsx'
import { Button } from '../../../kit/Button.tsx'
import { Age, RelativeTime } from '../../../kit/dates.tsx'
import { Select } from '../../../kit/form/Field.tsx'
import type { Column } from '../../../kit/list/DataTable.tsx'
import { EmptyState } from '../../../kit/list/list-states.tsx'
import { loadedRows, pagingOptions, replaceRow } from '../../../kit/list/paging.ts'
import { TableList } from '../../../kit/list/TableList.tsx'
import type { WebhookType } from '../event-types.ts'
import { webhooksApi } from './webhooks.api.ts'
import { reasonLabel, typeLabels } from './webhook-labels.ts'

type Delivery = Awaited<ReturnType<typeof webhooksApi.deliveries.call>>['items'][number]
type Status = Delivery['status']

const POLL_MS = 3_000

/** The log of deliveries. It is polled while one is about to be sent. */
export function Deliveries() {
  const [status, setStatus] = useState<Status | ''>('')
  const list = useInfiniteQuery({
    ...webhooksApi.deliveries.infiniteOptions({
      input: (cursor) => ({ cursor, ...(status && { status }) }),
      ...pagingOptions,
    }),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) =>
      state.data?.pages[0]?.items.some(({ attempts, status: one }) => one === 'waiting' && attempts < 2)
        ? POLL_MS
        : false,
  })
  const isFiltered = status !== ''
  return (
    <section aria-labelledby="deliveries" className="mt-10">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <h2 id="deliveries" className="text-lg font-bold">
          {m.webhooks_log()}
        </h2>
        {isFiltered || loadedRows(list.data)?.length ? (
          <Select
            label={m.common_status()}
            hideLabel
            className="w-44"
            placeholder={m.common_all()}
            value={status}
            onChange={(event) => setStatus(event.target.value as Status | '')}
            options={Object.entries(statusLabels).map(([value, text]) => ({ value, label: text() }))}
          />
        ) : null}
      </div>
      <TableList
        label={m.webhooks_log()}
        query={list}
        columns={columns()}
        failed={m.webhooks_failed()}
        reasonOf={outageMessage}
        empty={
          <EmptyState icon={Send} title={m.webhooks_log_none()}>
            {m.webhooks_log_none_hint()}
          </EmptyState>
        }
      />
    </section>
  )
}

const columns = (): Column<Delivery>[] => [
  { id: 'type', header: m.webhooks_log_event(), heading: true, cell: ({ type }) => <Type type={type} /> },
  {
    id: 'endpoint',
    header: m.webhooks_log_endpoint(),
    breaks: true,
    cell: ({ url }) => <span title={url}>{new URL(url).host}</span>,
  },
  { id: 'status', header: m.common_status(), cell: (row) => <Outcome {...row} /> },
  { id: 'answer', header: m.webhooks_log_answer(), cell: (row) => <Answer {...row} /> },
  {
    id: 'created',
    header: m.webhooks_log_written(),
    cell: ({ created_at }) => <Age at={created_at} />,
  },
]

function Type({ type }: { type: string | null }) {
  if (!type) return <span className="text-muted">{m.webhooks_log_preparing()}</span>
  return (
    <>
      <span className="block">{typeLabels[type as WebhookType]?.() ?? type}</span>
      <span className="block font-mono text-sm font-normal text-muted">{type}</span>
    </>
  )
}

const statusLabels: Record<Status, () => string> = {
  waiting: m.mails_waiting,
  sent: m.mails_sent,
  failed: m.mails_refused,
}
const tones: Record<Status, Tone> = { waiting: 'pending', sent: 'available', failed: 'rejected' }

function Outcome(row: Delivery) {
  const may = useMay()
  const { status, attempts, reason, next_try_at } = row
  return (
    <span className="flex flex-col items-start gap-1">
      <Badge tone={tones[status]} icon={status === 'failed' ? CircleAlert : undefined}>
        {statusLabels[status]()}
      </Badge>
      {reason || attempts > 1 ? (
        <span className="text-sm text-muted">
          {[attempts > 1 && m.mails_tries({ count: attempts }), reason && reasonLabel(reason)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      ) : null}
      {next_try_at && reason ? (
        <span className="text-sm text-muted">
          {m.webhooks_log_next()} <RelativeTime at={next_try_at} />
        </span>
      ) : null}
      {status !== 'waiting' && may('settings.write') ? <Resend id={row.id} /> : null}
    </span>
  )
}

function Answer({ answer_status, answer }: Delivery) {
  if (answer_status === null) return <span className="text-muted">—</span>
  if (!answer) return <span className="font-mono">{answer_status}</span>
  return (
    <details className="max-w-80">
      <summary className="cursor-pointer">
        <span className="font-mono">{answer_status}</span>
        <span className="sr-only"> {m.webhooks_log_show()}</span>
      </summary>
      <pre className="mt-1 max-h-48 overflow-auto rounded-control bg-well p-2 text-sm whitespace-pre-wrap wrap-anywhere">
        {answer}
      </pre>
    </details>
  )
}

function Resend({ id }: { id: string }) {
  const client = useQueryClient()
  const resend = useAct({
    send: () => webhooksApi.resend.call({ id }),
    onDone: (row) => replaceRow(client, webhooksApi.deliveries.key(), row),
    failure(error) {
      void client.invalidateQueries({ queryKey: webhooksApi.deliveries.key() })
      return errorSentence(m.webhooks_resend_failed, { NOT_RETRYABLE: m.webhooks_not_retryable })(error)
    },
  })
  return (
    <Button
      variant="quiet"
      size="small"
      className="-ml-3"
      busy={resend.isPending}
      onClick={() => resend.mutate()}
    >
      <RotateCw aria-hidden className="size-4" />
      {m.mails_retry()}
    </Button>
  )
}
