import { m } from '../../../paraglide/messages.js'
import type { WebhookType } from '../event-types.ts'

/** The label of each type of webhooks. */
export const typeLabels: Record<WebhookType, () => string> = {
  'request.created': m.webhooks_type_request_created,
  'request.priced': m.webhooks_type_request_priced,
  'request.suggested': m.webhooks_type_request_suggested,
  'request.active': m.webhooks_type_request_active,
  'request.rejected': m.webhooks_type_request_rejected,
  'payment.received': m.webhooks_type_payment_received,
  'payment.claimed': m.webhooks_type_payment_claimed,
  'payment.confirmed': m.webhooks_type_payment_confirmed,
  'payment.rejected': m.common_payment_rejected,
  'payment.reversed': m.webhooks_type_payment_reversed,
  'order.placed': m.webhooks_type_order_placed,
  'order.completed': m.webhooks_type_order_completed,
  'order.cancelled': m.webhooks_type_order_cancelled,
  'order.refunded': m.webhooks_type_order_refunded,
  'service.renewed': m.webhooks_type_service_renewed,
  'service.suspended': m.webhooks_type_service_suspended,
  'service.resumed': m.webhooks_type_service_resumed,
  'service.ended': m.webhooks_type_service_ended,
}

const reasonLabels: Record<string, () => string> = {
  'inner-address': m.webhooks_reason_inner,
  redirect: m.webhooks_reason_redirect,
  status: m.webhooks_reason_status,
  timeout: m.webhooks_reason_timeout,
  'no-connection': m.webhooks_reason_connection,
  'no-secret': m.webhooks_reason_secret,
}

/** Why a delivery failed. A reason of a newer version is shown as it is. */
export const reasonLabel = (reason: string) => reasonLabels[reason]?.() ?? reason
