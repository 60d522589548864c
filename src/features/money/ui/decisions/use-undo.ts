import { m } from '../../../../paraglide/messages.js'
import { useAct } from '../../../../client/form/act.ts'
import { errorSentence } from '../../../../client/error-messages.ts'
import { paymentsApi } from '../received/payments-api.ts'
import { decisionsApi } from './decisions-api.ts'

/** Undoes the decision about a payment or a claim, given by its id. */
export const useUndo = () =>
  useAct({
    send: (id: string) => decisionsApi.undo.call({ id }),
    done: m.decision_undone(),
    failure: errorSentence(m.payments_act_failed, { TOO_LATE: m.decision_too_late }),
    stale: [paymentsApi.key()],
  })
