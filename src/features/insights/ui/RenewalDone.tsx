import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { renewalsApi } from '../../requests/ui/api.ts'
import { m } from '../../../paraglide/messages.js'
import { outageMessage } from '../../../client/error-messages.ts'
import { ConfirmDialog } from '../../../kit/overlay/Dialog.tsx'
import { Button } from '../../../kit/Button.tsx'
import { toast } from '../../../kit/overlay/toasts.tsx'

interface RenewalDoneProps {
  id: string
  name: string
  customer: string
}

/** Takes a renewal off the list, once it has been carried out at the registrar. It can't be put back: it asks once. */
export function RenewalDone({ id, name, customer }: RenewalDoneProps) {
  const client = useQueryClient()
  const [asking, setAsking] = useState(false)
  const done = useMutation(
    renewalsApi.done.mutationOptions({
      onSuccess: () => client.invalidateQueries({ queryKey: renewalsApi.list.key() }),
      onError: (error) => toast.error(outageMessage(error) ?? m.renewals_done_failed()),
      onSettled: () => setAsking(false),
    }),
  )
  return (
    <>
      <Button
        size="small"
        variant="secondary"
        aria-label={m.renewals_done_name({ name })}
        busy={done.isPending}
        onClick={() => setAsking(true)}
      >
        {m.renewals_done()}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={m.renewals_done_title({ name })}
        confirm={m.renewals_done_confirm()}
        onConfirm={() => done.mutate({ id })}
        busy={done.isPending}
      >
        {m.renewals_done_about({ name, customer })}
      </ConfirmDialog>
    </>
  )
}
