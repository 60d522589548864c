import * as z from 'zod/mini'
import { cursor, id, limit, needs, page, rowId, time } from '../../shared/contract.ts'
import { webhookTypes } from './event-types.ts'

export const deliveryStates = ['waiting', 'sent', 'failed'] as const

/** An HTTP address without a user name, a password and a fragment. */
const url = z
  .string()
  .check(z.trim(), z.maxLength(1000), z.regex(/^https?:\/\/[^\s/?#@\\]+(?:[/?][^\s#\\]*)?$/i))
const types = z.array(z.enum(webhookTypes)).check(z.minLength(1), z.maxLength(webhookTypes.length))

const endpoint = z.object({
  id: rowId,
  url: z.string(),
  types: z.array(z.string()),
  is_on: z.boolean(),
  /** Why the server has switched it off: all deliveries failed for days, or the endpoint answered 410. */
  off_reason: z.nullable(z.enum(['failing', 'gone'])),
  /** Since when all deliveries fail. */
  failing_since: z.nullable(time),
  secret_made_at: time,
  /** Until when the secret of before the last rotation signs too. */
  previous_until: z.nullable(time),
  created_at: time,
  version: z.number(),
})

const delivery = z.object({
  /** The `webhook-id`. */
  id: rowId,
  endpoint_id: rowId,
  url: z.string(),
  /** Null until the first attempt. */
  type: z.nullable(z.string()),
  status: z.enum(deliveryStates),
  attempts: z.number(),
  next_try_at: z.nullable(time),
  /** The HTTP status and the first 1000 characters of the last answer. */
  answer_status: z.nullable(z.number()),
  answer: z.nullable(z.string()),
  /** Why the last attempt failed. */
  reason: z.nullable(z.string()),
  created_at: time,
  sent_at: z.nullable(time),
})

const TARGET_REFUSED = { status: 400, message: 'Webhooks go to public addresses over HTTPS only.' } as const
const secret = z.object({
  /** Of the form `whsec_…`. It is shown this once. */
  secret: z.string(),
})

export const webhooksContract = {
  list: needs('settings.read')
    .route({ method: 'GET', path: '/admin/webhooks', summary: 'Where webhooks are sent' })
    .output(z.object({ items: z.array(endpoint) })),

  // Not a POST: its answer is stored for no idempotency key, so that a repeated one would make another endpoint.
  create: needs('settings.write')
    .meta({ secrets: ['secret'] })
    .route({
      method: 'PUT',
      path: '/admin/webhooks/{id}',
      summary: 'Send webhooks to an address',
      description: 'The caller chooses the id, a random UUID. The answer has the secret, once.',
    })
    .errors({
      TARGET_REFUSED,
      ALREADY_MADE: { status: 409, message: 'This id is taken.' },
      TOO_MANY: { status: 409, message: 'There are 20 endpoints already.' },
    })
    .input(z.strictObject({ id, url, types }))
    .output(secret),

  change: needs('settings.write')
    .route({
      method: 'PATCH',
      path: '/admin/webhooks/{id}',
      summary: 'Change an endpoint, or switch it on or off',
    })
    .errors({
      TARGET_REFUSED,
      CONFLICT: { status: 409, message: 'Someone changed this endpoint meanwhile.' },
    })
    .input(
      z.strictObject({
        id,
        url: z.optional(url),
        types: z.optional(types),
        is_on: z.optional(z.boolean()),
        /** The version that the admin saw. */
        version: z.number(),
      }),
    )
    .output(endpoint),

  remove: needs('settings.write')
    .route({
      method: 'DELETE',
      path: '/admin/webhooks/{id}',
      summary: 'Delete an endpoint with its log',
    })
    .input(z.strictObject({ id }))
    .output(z.object({ id })),

  rotate: needs('settings.write')
    .meta({ secrets: ['secret'] })
    .route({
      method: 'PUT',
      path: '/admin/webhooks/{id}/secret',
      summary: 'Make a new secret',
      description: 'The one of before signs too for 24 hours.',
    })
    .input(z.strictObject({ id }))
    .output(secret),

  deliveries: needs('settings.read')
    .route({
      method: 'GET',
      path: '/admin/webhook-deliveries',
      summary: 'Webhooks, newest first',
    })
    .input(
      z.strictObject({
        endpoint: z.optional(id),
        status: z.optional(z.enum(deliveryStates)),
        cursor,
        limit,
      }),
    )
    .output(page(delivery)),

  resend: needs('settings.write')
    .route({
      method: 'POST',
      path: '/admin/webhook-deliveries/{id}/send',
      summary: 'Send a webhook again, with the same id',
    })
    .errors({
      NOT_RETRYABLE: { status: 409, message: 'This webhook is waiting to be sent, or its endpoint is off.' },
    })
    .input(z.strictObject({ id }))
    .output(delivery),
}
