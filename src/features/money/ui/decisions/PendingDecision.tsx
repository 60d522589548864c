import { useMutation, useQueryClient } from '@tanstack/react-query'
import { m } from '../../../../paraglide/messages.js'
import { outageMessage, refusalCode } from '../../../../client/error-messages.ts'
import { useMay } from '../../../../client/staff/staff.tsx'
import { Button } from '../../../../kit/Button.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { type Payment, paymentsApi } from '../received/payments-api.ts'
import { decisionsApi } from './decisions-api.ts'

/** What was decided about a payment and can still be undone, or could not be booked. */
export function PendingDecision({ id, decision }: Pick<Payment, 'id' | 'decision'>) {
  const undo = useUndo()
  const may = useMay()
  if (!decision) return null
  const name = decision.by
  return (
    <Notice
      tone={decision.failed ? 'error' : 'info'}
      action={
        may('payments.write') ? (
          <Button size="small" variant="secondary" busy={undo.isPending} onClick={() => undo.mutate(id)}>
            {decision.failed ? m.decision_failed_remove() : m.decision_undo()}
          </Button>
        ) : undefined
      }
    >
      {decision.failed ? m.decision_failed({ name }) : m.decision_pending({ name })}
    </Notice>
  )
}

/** Undoes the decision about a payment or a claim, given by its id. */
export function useUndo() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => decisionsApi.undo.call({ id }),
    onSuccess: () => toast.success(m.decision_undone()),
    onError: (error) =>
      toast.error(
        refusalCode(error) === 'TOO_LATE'
          ? m.decision_too_late()
          : (outageMessage(error) ?? m.payments_act_failed()),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: paymentsApi.key() }),
  })
}
