import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../main/api.ts'
import { m } from '../../../paraglide/messages.js'
import { outageWords } from '../../../platform/ui/failure-words.ts'
import { Button } from '../../../platform/ui/kit/Button.tsx'
import { toast } from '../../../platform/ui/toasts.tsx'

/** Takes a renewal off the list, once it has been carried out at the registrar. */
export function RenewalDone({ id, name }: { id: string; name: string }) {
  const client = useQueryClient()
  const done = useMutation(
    api.renewals.done.mutationOptions({
      onSuccess: () => client.invalidateQueries({ queryKey: api.renewals.list.key() }),
      onError: (error) => toast.error(outageWords(error) ?? m.renewals_done_failed()),
    }),
  )
  return (
    <Button
      size="small"
      variant="secondary"
      aria-label={m.renewals_done_name({ name })}
      busy={done.isPending}
      onClick={() => done.mutate({ id })}
    >
      {m.renewals_done()}
    </Button>
  )
}
