import { useMutation, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { api, call } from '../../../main/api.ts'
import { m } from '../../../paraglide/messages.js'
import { outageWords } from '../../../platform/ui/failure-words.ts'
import { Button } from '../../../platform/ui/kit/Button.tsx'
import { toast } from '../../../platform/ui/toasts.tsx'
import { showRow } from '../../requests/ui/pages.ts'

/** Sends a mail again that failed, as the same mail. */
export function RetryButton({ id, recipient }: { id: string; recipient: string }) {
  const client = useQueryClient()
  const retry = useMutation({
    mutationFn: () => call.mails.retry({ id }),
    onSuccess: (row) => showRow(client, api.mails.list.key(), row),
    onError(error) {
      void client.invalidateQueries({ queryKey: api.mails.list.key() })
      toast.error(outageWords(error) ?? m.mails_retry_failed())
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
