import { m } from '../../../../paraglide/messages.js'
import { errorSentence } from '../../../../client/error-messages.ts'
import { useAct } from '../../../../client/form/act.ts'
import { useMay } from '../../../../client/session/staff.tsx'
import { Button } from '../../../../kit/Button.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { type Payment, paymentsApi } from '../received/payments.api.ts'
import { decisionsApi } from './decisions.api.ts'

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
export const useUndo = () =>
  useAct({
    send: (id: string) => decisionsApi.undo.call({ id }),
    done: m.decision_undone(),
    failure: errorSentence(m.payments_act_failed, { TOO_LATE: m.decision_too_late }),
    stale: [paymentsApi.key()],
  })
