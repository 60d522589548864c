import { CircleAlert, KeyRound, Pencil, Power, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../../paraglide/messages.js'
import { useMay } from '../../../client/session/staff.tsx'
import { useAct } from '../../../client/form/act.ts'
import { errorSentence } from '../../../client/error-messages.ts'
import { Badge } from '../../../kit/Badge.tsx'
import { Button } from '../../../kit/Button.tsx'
import { MomentDay, RelativeTime } from '../../../kit/dates.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { ConfirmDialog } from '../../../kit/overlay/Dialog.tsx'
import { webhookTypes } from '../event-types.ts'
import { webhooksApi } from './webhooks.api.ts'

export type Endpoint = Awaited<ReturnType<typeof webhooksApi.list.call>>['items'][number]

interface EndpointCardProps {
  endpoint: Endpoint
  onEdit: () => void
  onSecret: (secret: string) => void
}

/** One endpoint: its address, its state, and what can be done with it. */
export function EndpointCard({ endpoint, onEdit, onSecret }: EndpointCardProps) {
  const { id, url, types, is_on, version } = endpoint
  const may = useMay()
  const [asks, setAsks] = useState<'rotate' | 'delete'>()
  const options = {
    stale: [webhooksApi.key()],
    failure: errorSentence(m.webhooks_save_failed, { CONFLICT: m.webhooks_changed }),
  }
  const flip = useAct({ send: () => webhooksApi.change.call({ id, version, is_on: !is_on }), ...options })
  const remove = useAct({ send: () => webhooksApi.remove.call({ id }), ...options })
  const rotate = useAct({
    send: () => webhooksApi.rotate.call({ id }),
    onDone({ secret }) {
      setAsks(undefined)
      onSecret(secret)
    },
    ...options,
  })
  return (
    <li className="rounded-card border border-line bg-card p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h3 className="min-w-0 font-semibold wrap-anywhere">{url}</h3>
        <State endpoint={endpoint} />
      </div>
      <p className="mt-1 text-sm text-muted">
        {m.webhooks_events_count({ count: types.length, all: webhookTypes.length })} ·{' '}
        {m.webhooks_secret_made()} <MomentDay at={endpoint.secret_made_at} />
      </p>
      <Trouble endpoint={endpoint} />
      {may('settings.write') ? (
        <div className="mt-3 -ml-3 flex flex-wrap gap-1">
          <Button variant="quiet" size="small" aria-label={m.webhooks_edit_named({ url })} onClick={onEdit}>
            <Pencil aria-hidden className="size-4" />
            {m.webhooks_edit()}
          </Button>
          <Button
            variant="quiet"
            size="small"
            busy={flip.isPending}
            aria-label={is_on ? m.webhooks_switch_off_named({ url }) : m.webhooks_switch_on_named({ url })}
            onClick={() => flip.mutate()}
          >
            <Power aria-hidden className="size-4" />
            {is_on ? m.webhooks_switch_off() : m.webhooks_switch_on()}
          </Button>
          <Button
            variant="quiet"
            size="small"
            aria-label={m.webhooks_rotate_named({ url })}
            onClick={() => setAsks('rotate')}
          >
            <KeyRound aria-hidden className="size-4" />
            {m.webhooks_rotate()}
          </Button>
          <Button
            variant="quiet"
            size="small"
            aria-label={m.webhooks_delete_named({ url })}
            onClick={() => setAsks('delete')}
          >
            <Trash2 aria-hidden className="size-4" />
            {m.webhooks_delete_short()}
          </Button>
        </div>
      ) : null}
      <ConfirmDialog
        open={asks === 'rotate'}
        onClose={() => setAsks(undefined)}
        title={m.webhooks_rotate()}
        confirm={m.webhooks_rotate()}
        onConfirm={() => rotate.mutate()}
        busy={rotate.isPending}
      >
        {m.webhooks_rotate_confirm()}
      </ConfirmDialog>
      <ConfirmDialog
        open={asks === 'delete'}
        onClose={() => setAsks(undefined)}
        title={m.webhooks_delete()}
        confirm={m.webhooks_delete()}
        onConfirm={() => remove.mutate()}
        busy={remove.isPending}
        danger
      >
        {m.webhooks_delete_about()}
      </ConfirmDialog>
    </li>
  )
}

function State({ endpoint: { is_on, failing_since } }: { endpoint: Endpoint }) {
  if (!is_on) return <Badge tone="neutral">{m.webhooks_off()}</Badge>
  if (failing_since)
    return (
      <Badge tone="rejected" icon={CircleAlert}>
        {m.webhooks_failing()}
      </Badge>
    )
  return <Badge tone="available">{m.webhooks_on()}</Badge>
}

function Trouble({ endpoint: { is_on, off_reason, failing_since, previous_until } }: { endpoint: Endpoint }) {
  return (
    <>
      {off_reason ? (
        <Notice tone="warning" className="mt-3">
          {off_reason === 'gone' ? m.webhooks_off_gone() : m.webhooks_off_failing()}
        </Notice>
      ) : null}
      {is_on && failing_since ? (
        <p className="mt-1 text-sm text-danger">
          {m.webhooks_failing_since()} <RelativeTime at={failing_since} />
        </p>
      ) : null}
      {previous_until ? (
        <p className="mt-1 text-sm text-muted">
          {m.webhooks_overlap()} <MomentDay at={previous_until} />
        </p>
      ) : null}
    </>
  )
}
