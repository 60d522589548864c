import { m } from '../../../../paraglide/messages.js'
import { failureReason, refusalCode } from '../../../../client/error-messages.ts'
import { type FailureWords, heldWords } from '../../../requests/ui/review/save-failure.ts'

/** Why an admin's act on an order was refused. */
export function orderFailure(error: unknown): FailureWords {
  const code = refusalCode(error)
  if (code === 'NOT_FOUND') return { what: m.orders_review_not_found(), why: '' }
  if (code === 'RECORD_FAILED') return { what: m.domains_record_failed(), why: heldWords(error) }
  if (code === 'ORDER_COMPLETED') return { what: m.orders_review_failed(), why: m.orders_review_completed() }
  if (code === 'NOTHING_OWED') return { what: m.orders_review_failed(), why: m.orders_review_nothing_owed() }
  if (code === 'ALREADY_ORDERED')
    return { what: m.orders_review_failed(), why: m.orders_review_ordered_again() }
  return { what: m.orders_review_failed(), why: failureReason(error, { words: {} }) }
}
