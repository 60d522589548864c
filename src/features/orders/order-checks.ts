import { type ClaimCheck, claimChecks } from '../requests/checks.ts'
import type { OrderStatus } from './order.ts'

/** What an admin should look at before deciding on an order. */
export type OrderCheck = ClaimCheck | 'unchecked' | 'wanted' | 'held'

/** What is to be checked of an order. Who else wants or holds its names matters while it is pending. */
export function orderChecks(
  order: Parameters<typeof claimChecks>[0] & {
    status: OrderStatus
    lines: readonly { unchecked: boolean }[]
    wanted_elsewhere: readonly string[]
    held_by_other: readonly string[]
  },
): OrderCheck[] {
  const ofNames: [boolean, OrderCheck][] = [
    [order.lines.some(({ unchecked }) => unchecked), 'unchecked'],
    [order.wanted_elsewhere.length > 0, 'wanted'],
    [order.held_by_other.length > 0, 'held'],
  ]
  const isPending = order.status === 'pending'
  return [
    ...claimChecks(order),
    ...ofNames.flatMap(([applies, check]) => (isPending && applies ? [check] : [])),
  ]
}
