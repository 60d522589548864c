/**
 * What Recent Activity tells a person of what is theirs. Each has its sentence in `ui/RecentActivity.tsx`: one without
 * doesn't compile.
 */
export const happenings = [
  'request.submitted',
  'request.changed',
  'request.activated',
  'payment.claimed',
  'payment.rejected',
  'record.renewed',
  'record.released',
  'renewal.requested',
  'order.placed',
  'order.changed',
  'order.pending',
  'order.completed',
  'order.cancelled',
  'order.refunded',
  'profile.changed',
  'profile.role-changed',
] as const

export type Happening = (typeof happenings)[number]

/** What is told to a person's open pages alone: a cart is filled by its owner, a conversation has its own place. */
export type Unspoken = 'cart.changed' | 'chat.written' | 'chat.answered' | 'chat.read'
