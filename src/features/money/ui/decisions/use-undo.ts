import { useMutation, useQueryClient } from '@tanstack/react-query'
import { outageMessage, refusalCode } from '../../../../client/error-messages.ts'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { m } from '../../../../paraglide/messages.js'
import { paymentsApi } from '../received/payments-api.ts'
import { decisionsApi } from './decisions-api.ts'

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
