import { oneLineText, text } from '../../../shared/contract.ts'
import { LONGEST_MESSAGE } from '../received/received.ts'

/**
 * What the customer sends with a payment: who paid, the receipt's number, and how. It has its own file because the
 * form uses it too, and a page's Trusted Types forbid the compiled schemas of the contracts.
 */
export const paymentInput = {
  payer_name: oneLineText(200),
  /** Or the message that it stands in. */
  receipt_number: text(LONGEST_MESSAGE),
  payment_method: oneLineText(100),
}

export type PaymentInput = Record<keyof typeof paymentInput, string>
