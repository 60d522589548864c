import { m } from '../../../../paraglide/messages.js'
import { classifyFailure } from '../../../../client/api.ts'
import type { FailureTexts } from '../../../money/ui/claims/SaveFailure.tsx'
import type { Product } from '../product.ts'
import { failureReason, refusalCode } from '../../../../client/error-messages.ts'
import { reviewTexts } from './review-texts.ts'

/** Why a decision was refused. Customers do not meet these. */
const reviewReasons: Record<string, (() => string) | undefined> = {
  FORBIDDEN: m.review_forbidden,
  OPEN_ELSEWHERE: m.review_open_elsewhere,
  BEING_DELIVERED: m.review_being_delivered,
  PAYMENT_RETURNED: m.review_payment_returned,
  NOT_EXPIRED: m.services_not_expired,
  SUGGESTIONS_REQUIRED: m.review_suggestions_required,
}

/** The reason of a refused decision, as the sentence after the one that says what failed. */
export const reviewReason = (error: unknown, about: Parameters<typeof failureReason>[1]): string =>
  reviewReasons[refusalCode(error) ?? '']?.() ?? failureReason(error, about)

/** Why an admin's save of a request was refused. */
export function requestFailure(product: Product, error: unknown): FailureTexts {
  const code = refusalCode(error)
  if (code === 'NOT_FOUND') return { what: m.review_not_found(), why: '' }
  if (code === 'RECORD_FAILED')
    return { what: reviewTexts[product.name].recordFailed(), why: nameTakenText(error) }
  return { what: reviewTexts[product.name].failed(), why: reviewReason(error, product) }
}

/** A sentence with the customer who holds the name, from the data of the refusal. */
export function nameTakenText(error: unknown): string {
  const failure = classifyFailure(error)
  const { name, held_by } = (failure.kind === 'refused' ? failure.data : {}) as {
    name: string
    held_by: string | null
  }
  return held_by ? m.review_held_by({ name, holder: held_by }) : m.review_held({ name })
}
