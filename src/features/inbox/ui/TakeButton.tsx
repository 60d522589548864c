import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../../paraglide/messages.js'
import { useAct } from '../../../client/form/act.ts'
import { errorSentence } from '../../../client/error-messages.ts'
import { Button } from '../../../kit/Button.tsx'
import { Dialog } from '../../../kit/overlay/Dialog.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import { staffRoleLabels } from '../../../client/session/role-labels.ts'
import { inboxApi, type InboxRowItem } from './inbox.api.ts'

export const takeRefusals = { TAKEN: m.inbox_taken, NOT_FOUND: m.inbox_item_gone }

/** Takes an item, so that other admins leave it, hands it over, or releases what somebody has. */
export function TakeButton({ item }: { item: InboxRowItem }) {
  const { kind, itemId, holder } = item
  const input = { kind, id: itemId }
  const change = useAct({
    send: () => (holder ? inboxApi.release : inboxApi.take).call(input),
    failure: errorSentence(m.inbox_take_failed, takeRefusals),
    stale: [inboxApi.key()],
  })
  return (
    <div className="my-3 flex flex-wrap items-center gap-2 text-sm lg:mt-2">
      <p className="min-w-0 flex-1 truncate font-semibold">{holder ? holderText(holder) : null}</p>
      {holder?.is_mine ? <HandOver item={item} /> : null}
      <Button variant="secondary" size="small" busy={change.isPending} onClick={() => change.mutate()}>
        {holder ? m.inbox_release() : m.inbox_take()}
      </Button>
    </div>
  )
}

/** The button that asks to whom an item goes: those whose role may work on it. */
function HandOver({ item: { kind, itemId } }: { item: InboxRowItem }) {
  const [isOpen, setOpen] = useState(false)
  const staff = useQuery({ ...inboxApi.workers.queryOptions({ input: { kind } }), enabled: isOpen })
  const give = useAct({
    send: ({ id }: { id: string; name: string }) => inboxApi.handOver.call({ kind, id: itemId, to: id }),
    done: (_, { name }) => m.presence_handed_over({ name }),
    onDone: () => setOpen(false),
    failure: errorSentence(m.inbox_take_failed, { ...takeRefusals, TAKEN: m.presence_not_yours }),
    stale: [inboxApi.key()],
  })
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        {m.presence_hand_over()}
      </Button>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={m.presence_hand_over()}
        description={m.presence_hand_over_about()}
      >
        {staff.isError ? <p role="alert">{m.presence_staff_failed()}</p> : null}
        {staff.isPending ? <Skeleton className="h-20 w-full" /> : null}
        {staff.data?.items.length === 0 ? <p className="text-muted">{m.presence_staff_none()}</p> : null}
        <ul className="flex flex-col gap-1">
          {staff.data?.items.map(({ id, name, role }) => (
            <li key={id}>
              <Button
                variant="quiet"
                className="h-auto! w-full justify-between gap-3 py-2 text-left whitespace-normal!"
                busy={give.isPending && give.variables.id === id}
                onClick={() => give.mutate({ id, name: name ?? '—' })}
              >
                <span className="min-w-0 text-ink wrap-anywhere">{name ?? '—'}</span>
                <span className="shrink-0 text-sm font-normal text-muted">{staffRoleLabels[role]()}</span>
              </Button>
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  )
}

/** Who has an item. */
export const holderText = ({ name, is_mine }: NonNullable<InboxRowItem['holder']>) =>
  is_mine ? m.inbox_mine() : m.inbox_theirs({ name: name ?? '—' })
