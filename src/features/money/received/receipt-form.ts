import { walletOf } from '../providers/provider.ts'

/** How wallets write the numbers of their receipts, without blanks and punctuation. */
const receiptForms: Record<string, RegExp> = {
  mpesa: /^(?=.*\d)(?=.*[a-z])[a-z0-9]{10}$/,
  mixx: /^(?:[a-z]{2})?\d{8,20}$/,
  airtel: /^(?:[a-z]{2}\d{6}\d{4}[a-z]\d{5}|\d{9,16})$/,
  halopesa: /^\d{8,16}$/,
  mtn: /^\d{9,16}$/,
}

/**
 * Whether a receipt number has the form that its wallet gives them. Banks write them in many forms, of which each has
 * five characters and a digit.
 * @param key the receipt number as `receiptKey` gives it
 */
export const isUsualReceipt = (method: string, key: string): boolean =>
  (receiptForms[walletOf(method) ?? ''] ?? /^(?=.*\d).{5,40}$/u).test(key)
