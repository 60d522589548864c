/** The events that Recent Activity shows. Each needs a text in `ui/RecentActivity.tsx`; the compiler checks it. */
export const activities = [
  'request.submitted',
  'request.changed',
  'request.activated',
  'payment.claimed',
  'payment.rejected',
  'payment.received',
  'payment.reversed',
  'record.renewed',
  'record.released',
  'record.suspended',
  'record.resumed',
  'record.ended',
  'record.handed-over',
  'record.received',
  'record.corrected',
  'record.access-changed',
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

export type Activity = (typeof activities)[number]

/** Personal events that only refresh open pages. Recent Activity does not show them. */
export type Unspoken =
  | 'credit.used'
  | 'credit.refunded'
  | 'payment.claim-changed'
  | 'cart.changed'
  | 'chat.written'
  | 'chat.answered'
  | 'chat.read'
  | 'record.secret-shown'
  | 'record.registry-changed'
  | 'record.auto-renew'
  | 'transfer.changed'
