import { useMutation, useQueryClient } from '@tanstack/react-query'
import { supportApi } from './api.ts'
import { m } from '../../../paraglide/messages.js'
import { classifyFailure } from '../../../client/api.ts'
import { outageMessage } from '../../../client/error-messages.ts'
import { toast } from '../../../kit/overlay/toasts.tsx'
import { replaceRow } from '../../../kit/list/paging.ts'
import type { MessageState } from '../message.ts'

export type Message = Awaited<ReturnType<typeof supportApi.list.call>>['items'][number]

/** Says how far a message is. Somebody else's newer mark is shown instead of being written over. */
export function useMark({ id, version }: Message) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (state: MessageState) => supportApi.mark.call({ id, state, version }),
    onSuccess: (row) => replaceRow(client, supportApi.list.key(), row),
    onError(error) {
      const failure = classifyFailure(error)
      const newer = failure.kind === 'refused' && failure.code === 'CONFLICT'
      if (newer) void client.invalidateQueries({ queryKey: supportApi.list.key() })
      toast.error(newer ? m.messages_changed() : (outageMessage(error) ?? m.messages_mark_failed()))
    },
  })
}
