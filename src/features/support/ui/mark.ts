import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, call } from '../../../main/api.ts'
import { m } from '../../../paraglide/messages.js'
import { failureOf } from '../../../platform/ui/call.ts'
import { outageWords } from '../../../platform/ui/failure-words.ts'
import { toast } from '../../../platform/ui/toasts.tsx'
import { showRow } from '../../requests/ui/pages.ts'
import type { MessageState } from '../message.ts'

export type Message = Awaited<ReturnType<typeof call.support.list>>['items'][number]

/** Says how far a message is. Somebody else's newer mark is shown instead of being written over. */
export function useMark({ id, version }: Message) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (state: MessageState) => call.support.mark({ id, state, version }),
    onSuccess: (row) => showRow(client, api.support.list.key(), row),
    onError(error) {
      const failure = failureOf(error)
      const newer = failure.kind === 'refused' && failure.code === 'CONFLICT'
      if (newer) void client.invalidateQueries({ queryKey: api.support.list.key() })
      toast.error(newer ? m.messages_changed() : (outageWords(error) ?? m.messages_mark_failed()))
    },
  })
}
