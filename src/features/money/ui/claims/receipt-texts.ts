import { m } from '../../../../paraglide/messages.js'
import { failureReason, refusalCode } from '../../../../client/error-messages.ts'

/** Why no receipt number is taken from what was entered. */
export const receiptTexts: Record<string, () => string> = {
  RECEIPT_MISSING: m.requests_receipt_missing,
  RECEIPT_SEVERAL: m.requests_receipt_several,
  RECEIPT_OTHER: m.requests_receipt_other,
}

const claimTexts: Record<string, () => string> = {
  ...receiptTexts,
  RECEIPT_USED: m.requests_receipt_used,
  NOT_PAYABLE: m.requests_not_payable,
  ALREADY_CLAIMED: m.requests_already_claimed,
}

/** Why a claim is not taken, as `failureReason` says it. */
export function claimFailure(error: unknown, product: Parameters<typeof failureReason>[1]): string {
  const text = claimTexts[refusalCode(error) ?? '']
  return text?.() ?? failureReason(error, product)
}
