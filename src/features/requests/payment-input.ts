import { text } from '../../shared/contract.ts'

/**
 * What the customer sends with a payment: who paid, the receipt's number, and how. It stands by itself because the
 * form reads it too: the contract's rows are compiled, which a page's Trusted Types forbid.
 */
export const paymentInput = {
  payer_name: text(200),
  receipt_number: text(100),
  payment_method: text(100),
}
