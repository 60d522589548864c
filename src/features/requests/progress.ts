import type { Stage } from '../products/life-cycle.ts'

/** Where a request stands for the customer who looks at it: a claimed offer is a state of its own. */
export type Progress = Stage | 'paid'

/** What the card shows: an offer turns into `paid` with the customer's claim, whatever becomes of it later. */
export function progressOf(
  product: { stages: Record<string, Stage> },
  request: { status: string; payment_confirmed: boolean },
): Progress {
  const stage = product.stages[request.status] ?? 'asked'
  return stage === 'offered' && request.payment_confirmed ? 'paid' : stage
}

const way: readonly Progress[] = ['asked', 'offered', 'paid', 'active']

/** How far along asked → offered → paid → active it is. What left this way stands where it began. */
export const stepOf = (progress: Progress) => Math.max(0, way.indexOf(progress))

/**
 * Whether all that a customer holds under a name has expired. Of a name that is not held nothing is known.
 * @param now milliseconds since 1970
 */
export function hasExpired(
  held: readonly { name: string; expires_at: string | null }[],
  name: string,
  now: number,
): boolean {
  const ends = held.filter((one) => one.name === name).map(({ expires_at }) => expires_at)
  return ends.length > 0 && ends.every((end) => end !== null && Date.parse(end) <= now)
}
