import type { Stage } from '../products/life-cycle.ts'

/** The progress of a request as the customer sees it. An offer with a claim of payment, and what is being delivered, have states of their own. */
export type Progress = Stage | 'paid' | 'delivering'

/**
 * The progress that the card shows. An offer with a claim of payment is `paid`, even before an admin checks the claim.
 */
export function progressOf(
  product: { stages: Record<string, Stage> },
  request: { status: string; payment_confirmed: boolean; in_delivery?: boolean },
): Progress {
  if (request.in_delivery) return 'delivering'
  const stage = product.stages[request.status] ?? 'asked'
  return stage === 'offered' && request.payment_confirmed ? 'paid' : stage
}

const way: readonly Progress[] = ['asked', 'offered', 'paid', 'active']

/** The index in asked → offered → paid → active. A request that left this sequence has the index 0. */
export const stepOf = (progress: Progress) =>
  Math.max(0, way.indexOf(progress === 'delivering' ? 'paid' : progress))

const FINISHED_AFTER_MS = 24 * 60 * 60_000

/**
 * Whether a request was activated or rejected more than a day ago.
 * @param now milliseconds since 1970
 */
export function isFinished(
  { stages }: { stages: Record<string, Stage> },
  { status, updated_at }: { status: string; updated_at: string },
  now: number,
): boolean {
  const stage = stages[status]
  return (stage === 'active' || stage === 'rejected') && now - Date.parse(updated_at) > FINISHED_AFTER_MS
}

/**
 * Whether all services that a customer holds under a name have expired. False without such a service.
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
