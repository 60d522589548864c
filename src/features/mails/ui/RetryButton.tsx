import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { mailsApi } from './api.ts'
import { m } from '../../../paraglide/messages.js'
import { outageMessage } from '../../../client/error-messages.ts'
import { Button } from '../../../kit/Button.tsx'
import { toast } from '../../../kit/overlay/toasts.tsx'
import { replaceRow } from '../../../kit/list/paging.ts'

/** Sends a mail again that failed, as the same mail. */
export function RetryButton({ id, recipient }: { id: string; recipient: string }) {
  const client = useQueryClient()
  const retry = useMutation({
    mutationFn: () => mailsApi.retry.call({ id }),
    onSuccess: (row) => replaceRow(client, mailsApi.list.key(), row),
    onError(error) {
      void client.invalidateQueries({ queryKey: mailsApi.list.key() })
      toast.error(outageMessage(error) ?? m.mails_retry_failed())
    },
  })
  return (
    <Button
      variant="quiet"
      size="small"
      busy={retry.isPending}
      aria-label={m.mails_retry_to({ recipient })}
      onClick={() => retry.mutate()}
    >
      <RotateCw aria-hidden className="size-4" />
      {m.mails_retry()}
    </Button>
  )
}
