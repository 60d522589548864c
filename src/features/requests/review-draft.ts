import { decimalTextOf, type Money, moneyFromDecimal, readPrice } from '../../shared/money/money.ts'
import { isPayable, type Stage } from '../products/life-cycle.ts'
import { statusOf } from '../products/product-definition.ts'

/** The values of the review form's fields. */
export interface Draft {
  status: string
  price: string
  admin_feedback: string
  /** One per line. */
  suggestions: string
  billing_period: '' | 'monthly' | 'yearly' | 'none'
  /** What was typed of the facts and secrets of the service, by their names. */
  access: Partial<Record<string, string>>
}

/** The fields of a request that a review changes or depends on. */
interface Seen {
  status: string
  price: number | null
  currency: string
  admin_feedback: string | null
  suggestions: readonly string[] | null
  payment_confirmed: boolean
}

interface Stages {
  stages: Record<string, Stage>
}

/**
 * The form's values for a request. `period` is set where an admin chooses the period. `listed`, the price of the price
 * list, is filled in where the request has no price.
 */
export const draftOf = (
  request: Seen,
  period: 'monthly' | 'yearly' | null = null,
  listed?: Money,
): Draft => ({
  status: request.status,
  price:
    request.price === null
      ? pricedAs(request, listed)
      : decimalTextOf(moneyFromDecimal(request.price, request.currency)),
  admin_feedback: request.admin_feedback ?? '',
  suggestions: request.suggestions?.join('\n') ?? '',
  billing_period: period ?? '',
  access: {},
})

/** The listed price as the form shows it. Empty in another currency than the request's, which its price would have. */
const pricedAs = ({ currency }: Seen, listed: Money | undefined) =>
  listed?.currency === currency ? decimalTextOf(listed) : ''

/**
 * What one key does with a request: it offers an unanswered one at the price of the price list, and activates one whose
 * payment was claimed. Undefined where an admin has to decide more.
 */
export function nextStep(
  { stages }: Stages,
  picksPeriod: boolean,
  request: Seen,
  listed: Money | undefined,
): Pick<Draft, 'status' | 'price'> | undefined {
  const { price } = draftOf(request, null, listed)
  const stage = stages[request.status]
  const step =
    stage === 'asked' && price !== ''
      ? 'offered'
      : stage === 'offered' && request.payment_confirmed && !picksPeriod
        ? 'active'
        : undefined
  const status = step && statusOf({ stages }, step)
  return status === undefined ? undefined : { status, price }
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Why a draft can't be saved, by field. */
export type DraftErrors = Partial<
  Record<
    Exclude<keyof Draft, 'access'>,
    'STATUS_REQUIRED' | 'PRICE_INVALID' | 'SUGGESTIONS_REQUIRED' | 'PERIOD_REQUIRED'
  >
>

/**
 * The rules of the form. The status is required, an offer needs a price, `suggested` needs at least one line, and an
 * activation needs the period where the admin chooses it.
 */
export function draftErrors(
  { stages }: Stages,
  picksPeriod: boolean,
  draft: Draft,
  currency: string,
): DraftErrors {
  const stage = stages[draft.status]
  if (!stage) return { status: 'STATUS_REQUIRED' }
  const hasPrice = draft.price.trim() !== '' && readPrice(Number(draft.price), currency) !== undefined
  return {
    ...(isPayable(stage) && !hasPrice && { price: 'PRICE_INVALID' }),
    ...(stage === 'suggested' &&
      linesOf(draft.suggestions).length === 0 && { suggestions: 'SUGGESTIONS_REQUIRED' }),
    ...(stage === 'active' &&
      picksPeriod &&
      draft.billing_period === '' && { billing_period: 'PERIOD_REQUIRED' }),
  }
}

/** The input of the save. It has only the fields of the chosen status, so that the others stay unchanged. */
export function inputOf({ stages }: Stages, picksPeriod: boolean, draft: Draft) {
  const stage = stages[draft.status]
  const { billing_period: period } = draft
  return {
    status: draft.status,
    admin_feedback: draft.admin_feedback,
    ...(stage === 'offered' && { price: Number(draft.price) }),
    ...(stage === 'suggested' && { suggestions: linesOf(draft.suggestions) }),
    ...(stage === 'active' &&
      picksPeriod && { billing_period: period === 'monthly' || period === 'yearly' ? period : null }),
  }
}

/** What the admin must confirm before a save: to activate an unpaid request, or to override a claim. */
export type Question = 'unpaid' | 'claim'

export function questionOf({ stages }: Stages, request: Seen, draft: Draft): Question | undefined {
  const [before, after] = [stages[request.status], stages[draft.status]]
  if (after === 'active') return before === 'active' || request.payment_confirmed ? undefined : 'unpaid'
  if (!request.payment_confirmed) return undefined
  const isRepriced = after === 'offered' && Number(draft.price) !== request.price
  return isRepriced || draft.status !== request.status ? 'claim' : undefined
}

/** Whether a request moves a name here. Apart from the product, which every screen of the admins loads. */
export const isMove = (request: object): boolean => 'is_transfer' in request && request.is_transfer === true
