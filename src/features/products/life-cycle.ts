import { type Money, readMoney, SHOP_CURRENCY } from '../../shared/money.ts'
import type { Refusal } from '../../shared/refusal.ts'

/**
 * Where a request stands, whatever its product calls it. Each product maps its own statuses to these, and may set
 * any of them in any order: the stage decides what each means, not what may follow it.
 */
export const stages = ['asked', 'offered', 'suggested', 'rejected', 'active'] as const
export type Stage = (typeof stages)[number]

/** A stage in which a second request for the same subject would ask for the same thing twice. */
export const isOpen = (stage: Stage) => stage === 'asked' || stage === 'offered'

/** The stage in which an offer stands: a price is needed, and payment may be claimed. */
export const isPayable = (stage: Stage) => stage === 'offered'

/** What saving does to the price when the stage is not the offered one. */
export type PriceElsewhere = 'cleared' | 'kept'

export interface ReviewInput {
  status?: string | undefined
  /** A decimal number in the shop's currency. */
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
 * What an admin's save makes of a request. A field left out keeps its value, the status excepted.
 * Refuses with `STATUS_REQUIRED`, `PRICE_INVALID` (an offer needs a price of at least 0, without a part of a cent) and
 * `SUGGESTIONS_REQUIRED`.
 */
export function review<Status extends string>(
  product: Reviewable<Status>,
  now: { price: Money | null; admin_feedback: string | null; suggestions: string[] | null },
  input: ReviewInput,
): { ok: true; saved: Reviewed<Status> } | { ok: false; refusal: Refusal } {
  const refuse = (code: string) => ({ ok: false as const, refusal: { code } })
  const { status } = input
  if (!status || !Object.hasOwn(product.stages, status)) return refuse('STATUS_REQUIRED')
  const stage = product.stages[status as Status]

  let price = product.priceElsewhere === 'cleared' ? null : now.price
  if (isPayable(stage)) {
    const entered = typeof input.price === 'number' ? readMoney(input.price, SHOP_CURRENCY) : undefined
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
