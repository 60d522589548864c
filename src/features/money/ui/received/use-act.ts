import { receiptTexts } from '../claims/receipt-texts.ts'
import { m } from '../../../../paraglide/messages.js'
import { useAct } from '../../../../client/form/act.ts'
import { errorSentence } from '../../../../client/error-messages.ts'
import { paymentsApi } from './payments.api.ts'

const refusals: Record<string, () => string> = {
  ...receiptTexts,
  CONFLICT: m.payments_changed,
  NOT_WAITING: m.payments_changed,
  NOTHING_DUE: m.payments_changed,
  DATE_INVALID: m.payments_date_invalid,
  NOT_CLAIMED: m.payments_changed,
  NOT_CHECKED: m.payments_not_checked,
  CODE_COUNTED: m.billing_code_counted,
  NOT_IGNORED: m.payments_changed,
  NOTHING_DISAGREES: m.payments_changed,
  NOT_SETTLED: m.payments_not_settled,
  PARTS_INVALID: m.payments_parts_invalid,
  REASON_MISSING: m.payments_reason_missing,
  CREDIT_USED: m.payments_credit_used,
  CREDIT_TOO_LARGE: m.payments_invoice_credited,
  CHARGE_VOID: m.payments_reason_void,
  OTHER_CURRENCY: m.payments_reason_currency,
}

/** Why an act on a payment was refused. */
export const actFailure = errorSentence(m.payments_act_failed, refusals)

/** Runs an act on a payment. The list is fetched again afterwards, also after a failure. */
export const usePaymentAct = <Input = void>(send: (input: Input) => Promise<unknown>, onDone?: () => void) =>
  useAct({ send, done: m.payments_saved(), onDone, failure: actFailure, stale: [paymentsApi.key()] })
