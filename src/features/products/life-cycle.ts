import { type Money, readPrice } from '../../shared/money/money.ts'
import type { Refusal } from '../../shared/refusal.ts'

/**
 * The stages of a request. Each product maps its own statuses to them. A stage defines what a status means; any stage
 * may follow any other.
 */
export const stages = ['asked', 'offered', 'suggested', 'rejected', 'active'] as const
export type Stage = (typeof stages)[number]

/** Whether a request is open. A customer can't have two open requests for one subject of an exclusive product. */
export const isOpen = (stage: Stage) => stage === 'asked' || stage === 'offered'

/** Whether the stage is an offer: it needs a price, and a payment may be claimed. */
export const isPayable = (stage: Stage) => stage === 'offered'

/** Whether the customer does not get what was asked for. */
export const isDeclined = (stage: Stage) => stage === 'rejected' || stage === 'suggested'

/** What a save does to the price in every stage except `offered`. */
export type PriceElsewhere = 'cleared' | 'kept'

export interface ReviewInput {
  status?: string | undefined
  /** A decimal number in the request's currency. */
  price?: number | null | undefined
  admin_feedback?: string | null | undefined
  suggestions?: readonly string[] | null | undefined
}

export interface Reviewed<Status extends string> {
  status: Status
  stage: Stage
  price: Money | null
  admin_feedback: string | null
  suggestions: string[] | null
}

interface Reviewable<Status extends string> {
  stages: Record<Status, Stage>
  priceElsewhere: PriceElsewhere
  takesSuggestions: boolean
}

/**
 * The request after an admin's save. An omitted field stays unchanged; the status is required.
 * Refuses with `STATUS_REQUIRED`, `PRICE_INVALID` (an offer needs a price of at least 0, without a fraction of the smallest price) and
 * `SUGGESTIONS_REQUIRED`.
 */
export function review<Status extends string>(
  product: Reviewable<Status>,
  now: { price: Money | null; currency: string; admin_feedback: string | null; suggestions: string[] | null },
  input: ReviewInput,
): { ok: true; saved: Reviewed<Status> } | { ok: false; refusal: Refusal } {
  const refuse = (code: string) => ({ ok: false as const, refusal: { code } })
  const { status } = input
  if (!status || !Object.hasOwn(product.stages, status)) return refuse('STATUS_REQUIRED')
  const stage = product.stages[status as Status]

  let price = product.priceElsewhere === 'cleared' ? null : now.price
  if (isPayable(stage)) {
    const entered = typeof input.price === 'number' ? readPrice(input.price, now.currency) : undefined
    if (entered === undefined) return refuse('PRICE_INVALID')
    price = entered
  }

  const given = input.suggestions?.map((line) => line.trim()).filter(Boolean)
  const suggestions =
    product.takesSuggestions && input.suggestions !== undefined ? (given ?? null) : now.suggestions
  if (product.takesSuggestions && stage === 'suggested' && !suggestions?.length)
    return refuse('SUGGESTIONS_REQUIRED')

  const feedback =
    input.admin_feedback === undefined ? now.admin_feedback : input.admin_feedback?.trim() || null
  return {
    ok: true,
    saved: { status: status as Status, stage, price, admin_feedback: feedback, suggestions },
  }
}
