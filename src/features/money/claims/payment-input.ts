import { text } from '../../../shared/contract.ts'

/**
 * What the customer sends with a payment: who paid, the receipt's number, and how. It has its own file because the
 * form uses it too, and a page's Trusted Types forbid the compiled schemas of the contracts.
 */
export const paymentInput = {
  payer_name: text(200),
  receipt_number: text(100),
  payment_method: text(100),
}

export type PaymentInput = Record<keyof typeof paymentInput, string>
