/** What webhooks are sent for, in the order of the screen. */
export const webhookTypes = [
  'request.created',
  'request.priced',
  'request.suggested',
  'request.active',
  'request.rejected',
  'payment.received',
  'payment.claimed',
  'payment.confirmed',
  'payment.rejected',
  'payment.reversed',
  'order.placed',
  'order.completed',
  'order.cancelled',
  'order.refunded',
  'service.renewed',
  'service.suspended',
  'service.resumed',
  'service.ended',
] as const
export type WebhookType = (typeof webhookTypes)[number]
