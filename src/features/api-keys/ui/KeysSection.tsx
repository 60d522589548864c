import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Ban, CalendarX, CircleStop, KeyRound, type LucideIcon, Plus, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { m } from '../../../paraglide/messages.js'
import { useMay } from '../../../client/session/staff.tsx'
import { errorSentence, outageMessage } from '../../../client/error-messages.ts'
import { useAct } from '../../../client/form/act.ts'
import { Badge, type Tone } from '../../../kit/Badge.tsx'
import { Button } from '../../../kit/Button.tsx'
import { MomentDay, RelativeTime } from '../../../kit/dates.tsx'
import type { Column } from '../../../kit/list/DataTable.tsx'
import { EmptyState } from '../../../kit/list/list-states.tsx'
import { loadedRows, pagingOptions, replaceRow } from '../../../kit/list/paging.ts'
import { TableList } from '../../../kit/list/TableList.tsx'
import { ConfirmDialog, Dialog } from '../../../kit/overlay/Dialog.tsx'
import { apiKeysApi } from './api-keys.api.ts'
import { KeyForm, scopeLabel } from './KeyForm.tsx'

type Key = Awaited<ReturnType<typeof apiKeysApi.list.call>>['items'][number]

interface KeysSectionProps {
  /** Shows a new key, which is not shown again. */
  onKey: (key: string) => void
}

/** The keys of programs: a list, and the form of a new one. */
export function KeysSection({ onKey }: KeysSectionProps) {
  const may = useMay()
  const [isMaking, setMaking] = useState(false)
  const list = useInfiniteQuery(
    apiKeysApi.list.infiniteOptions({ input: (cursor) => ({ cursor }), ...pagingOptions }),
  )
  const rows = loadedRows(list.data)
  const make = may('staff.write') ? (
    <Button variant="secondary" onClick={() => setMaking(true)}>
      <Plus aria-hidden className="size-4" />
      {m.keys_make()}
    </Button>
  ) : null
  return (
    <section aria-labelledby="keys" className="mt-10">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-0">
          <h2 id="keys" className="text-lg font-bold">
            {m.keys_title()}
          </h2>
          <p className="mt-1 max-w-text text-muted">{m.keys_about()}</p>
        </div>
        {rows?.length ? make : null}
      </div>
      <TableList
        label={m.keys_title()}
        query={list}
        columns={columns()}
        failed={m.keys_failed()}
        reasonOf={outageMessage}
        empty={
          <EmptyState icon={KeyRound} title={m.keys_none()} action={make}>
            {m.keys_none_hint()}
          </EmptyState>
        }
      />
      <Dialog open={isMaking} onClose={() => setMaking(false)} title={m.keys_make()}>
        {isMaking ? <KeyForm onClose={() => setMaking(false)} onKey={onKey} /> : null}
      </Dialog>
    </section>
  )
}

const columns = (): Column<Key>[] => [
  {
    id: 'name',
    header: m.common_name(),
    heading: true,
    cell: ({ name, start }) => (
      <>
        <span className="block wrap-anywhere">{name}</span>
        <span className="block font-mono text-sm font-normal text-muted">{start}…</span>
      </>
    ),
  },
  {
    id: 'scopes',
    header: m.keys_scopes(),
    cell: ({ scopes }) => (
      <ul className="text-sm">
        {scopes.map((scope) => (
          <li key={scope}>{scopeLabel(scope)}</li>
        ))}
      </ul>
    ),
  },
  { id: 'status', header: m.common_status(), cell: (row) => <Status {...row} /> },
  { id: 'ends', header: m.keys_ends(), cell: ({ expires_at }) => <MomentDay at={expires_at} /> },
  {
    id: 'used',
    header: m.keys_used(),
    cell: ({ last_used_at }) =>
      last_used_at ? (
        <RelativeTime at={last_used_at} />
      ) : (
        <span className="text-muted">{m.keys_never()}</span>
      ),
  },
]

const badges: Record<Key['status'], [Tone, () => string, LucideIcon?]> = {
  active: ['available', m.keys_active],
  limited: ['pending', m.keys_limited, TriangleAlert],
  blocked: ['rejected', m.keys_blocked, Ban],
  expired: ['neutral', m.common_expired, CalendarX],
  revoked: ['neutral', m.keys_revoked, CircleStop],
}

const abouts: Partial<Record<Key['status'], () => string>> = {
  limited: m.keys_limited_about,
  blocked: m.keys_blocked_about,
}

function Status({ id, name, status }: Key) {
  const client = useQueryClient()
  const may = useMay()
  const [isAsked, setAsked] = useState(false)
  const revoke = useAct({
    send: () => apiKeysApi.revoke.call({ id }),
    onDone(row) {
      setAsked(false)
      replaceRow(client, apiKeysApi.list.key(), row)
    },
    failure: errorSentence(m.keys_revoke_failed),
  })
  const [tone, label, icon] = badges[status]
  return (
    <span className="flex flex-col items-start gap-1">
      <Badge tone={tone} icon={icon}>
        {label()}
      </Badge>
      {abouts[status] ? <span className="max-w-60 text-sm text-muted">{abouts[status]()}</span> : null}
      {status !== 'expired' && status !== 'revoked' && may('staff.write') ? (
        <Button
          variant="quiet"
          size="small"
          className="-ml-3"
          aria-label={m.keys_revoke_named({ name })}
          onClick={() => setAsked(true)}
        >
          {m.keys_revoke()}
        </Button>
      ) : null}
      <ConfirmDialog
        open={isAsked}
        onClose={() => setAsked(false)}
        title={m.keys_revoke_title({ name })}
        confirm={m.keys_revoke()}
        onConfirm={() => revoke.mutate()}
        busy={revoke.isPending}
        danger
      >
        {m.keys_revoke_about()}
      </ConfirmDialog>
    </span>
  )
}
