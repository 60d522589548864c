import type { ProductDefinition } from '../../products/product-definition.ts'
import type { Stage } from '../../products/life-cycle.ts'
import type { RequestRow } from './store.ts'
import type { News } from './write-to-customer.ts'

interface Saved {
  stage: Stage
  /** Cents. */
  price: number | null
  admin_feedback: string | null
  suggestions: string[] | null
}

/**
 * What an admin's save is to the customer: news when the stage or the price offered is another one than before, or
 * something was activated; nothing when the same is saved again.
 */
export function newsOf(
  product: ProductDefinition,
  before: RequestRow,
  saved: Saved,
  activated: boolean,
): News | undefined {
  const about = { product: product.name, subject: before.subject }
  if (activated) return { kind: 'request-activated', data: { ...about, renewal: Boolean(before.renews) } }
  const offer = ((saved.price ?? 0) / 100).toFixed(2)
  const isNew = saved.stage !== before.stage
  const feedback = saved.admin_feedback
  if (saved.stage === 'offered' && (isNew || offer !== Number(before.price).toFixed(2)))
    return { kind: 'request-offered', data: { ...about, price: offer, feedback } }
  if (saved.stage === 'suggested' && (isNew || saved.suggestions?.join() !== before.suggestions?.join()))
    return {
      kind: 'request-suggested',
      data: { ...about, suggestions: saved.suggestions ?? [], feedback },
    }
  if (saved.stage === 'rejected' && isNew) return { kind: 'request-rejected', data: { ...about, feedback } }
  return undefined
}
