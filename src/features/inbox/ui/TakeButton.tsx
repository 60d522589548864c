import { useMutation, useQueryClient } from '@tanstack/react-query'
import { m } from '../../../paraglide/messages.js'
import { outageMessage, refusalCode } from '../../../client/error-messages.ts'
import { Button } from '../../../kit/Button.tsx'
import { toast } from '../../../kit/overlay/toasts.tsx'
import { inboxApi, type InboxRowItem } from './api.ts'

/** Takes an item, so that other admins leave it, or releases what somebody has. */
export function TakeButton({ item: { kind, itemId, holder } }: { item: InboxRowItem }) {
  const client = useQueryClient()
  const input = { kind, id: itemId }
  const change = useMutation({
    mutationFn: () => (holder ? inboxApi.release.call(input) : inboxApi.take.call(input)),
    onError: (error) => toast.error(failureOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: inboxApi.key() }),
  })
  return (
    <div className="my-3 flex items-center justify-between gap-3 text-sm">
      <p className="min-w-0 truncate font-semibold">{holder ? holderText(holder) : null}</p>
      <Button variant="secondary" size="small" busy={change.isPending} onClick={() => change.mutate()}>
        {holder ? m.inbox_release() : m.inbox_take()}
      </Button>
    </div>
  )
}

/** Who has an item. */
export const holderText = ({ name, is_mine }: NonNullable<InboxRowItem['holder']>) =>
  is_mine ? m.inbox_mine() : m.inbox_theirs({ name: name ?? '—' })

function failureOf(error: unknown): string {
  const code = refusalCode(error)
  if (code === 'TAKEN') return m.inbox_taken()
  return code === 'NOT_FOUND' ? m.inbox_item_gone() : (outageMessage(error) ?? m.inbox_take_failed())
}
