import * as z from 'zod/mini'
import { cursor, limit, needs, page, rowId, time } from '../../shared/contract.ts'
import { nameColumns, profileOutputs } from '../../shared/profile.ts'
import { isTimeZone } from '../../shared/calendar.ts'
import type { AuthAction } from '../../shared/auth-actions.ts'

/** A calendar day, in the zone of the filter. */
const day = z.optional(z.iso.date())

/** The filter of the log. */
export const auditFilter = {
  /** An account's e-mail address or id, or part of a name. */
  who: z.optional(z.string().check(z.maxLength(200))),
  /** What one person did, and what was done to the account and the newest rows of that person. */
  customer: z.optional(z.uuid()),
  action: z.optional(z.string().check(z.maxLength(80))),
  entity: z.optional(z.string().check(z.maxLength(80))),
  entity_id: z.optional(z.string().check(z.maxLength(200))),
  /** The first and the last day. */
  from: day,
  until: day,
  /** The time zone of the days, such as `Africa/Nairobi`. UTC without one. */
  zone: z.optional(z.string().check(z.maxLength(64), z.refine(isTimeZone))),
}

const contents = z.nullable(z.record(z.string(), z.unknown()))

const entry = z.object({
  id: rowId,
  created_at: time,
  /** The actor; null for a visitor and for the program itself. */
  actor: z.nullable(z.object({ id: rowId, ...profileOutputs(nameColumns) })),
  actor_role: z.string(),
  action: z.string(),
  entity: z.string(),
  entity_id: z.nullable(z.string()),
  before: contents,
  after: contents,
  /** The row's number in the chain; null until it is sealed. */
  seq: z.nullable(z.number()),
  /** `before` and `after` were erased with a person's account. */
  erased: z.boolean(),
  /** The name of what was changed, and whose it is. Null where it is gone, or is named by its id. */
  subject: z.nullable(
    z.object({
      name: z.string(),
      kind: z.nullable(z.string()),
      customer: z.nullable(z.object({ id: rowId, name: z.nullable(z.string()) })),
    }),
  ),
  /** The names of the people whose ids are in `before` and `after`. */
  people: z.record(z.string(), z.string()),
})

export const auditContract = {
  list: needs('audit.read')
    .route({
      method: 'GET',
      path: '/admin/audit',
      summary: 'Who did what, newest first',
      description: 'The same filter gives the whole of it as CSV at /api/admin/audit/export.',
    })
    .input(z.strictObject({ ...auditFilter, cursor, limit }))
    .output(page(entry)),

  words: needs('audit.read')
    .route({
      method: 'GET',
      path: '/admin/audit/words',
      summary: 'The actions and entities that occur',
    })
    .output(z.object({ actions: z.array(z.string()), entities: z.array(z.string()) })),

  verify: needs('audit.read')
    .route({
      method: 'POST',
      path: '/admin/audit/verify',
      summary: 'Walk the chain, and say where it breaks',
    })
    .input(z.strictObject({}))
    .output(
      z.object({
        /** Null if the whole chain is valid. */
        broken: z.nullable(
          z.object({
            seq: z.number(),
            reason: z.enum(['missing', 'changed', 'contents', 'erased', 'end']),
            id: z.nullable(rowId),
          }),
        ),
        checked: z.number(),
        unsealed: z.number(),
        erased: z.number(),
        end: z.object({ seq: z.number(), hash: z.string() }),
      }),
    ),
}

/**
 * The actions of the audit log, those of the auth server among them. Only listed actions can be logged, and
 * each needs a label in `ui/action-labels.ts` to compile.
 */
export type Action =
  | AuthAction
  | 'session_ended'
  | 'admin_created'
  | 'admin_taken_over'
  | 'deletion_asked'
  | 'service_key_made'
  | 'service_key_revoked'
  | 'signing_key_rotated'
  | 'profile.changed'
  | 'note.added'
  | 'note.deleted'
  | 'request.submitted'
  | 'request.reviewed'
  | 'request.activated'
  | 'payment.claimed'
  | 'payment.claim-corrected'
  | 'payment.claim-withdrawn'
  | 'payment.refused'
  | 'payment.rejected'
  | 'payment.matched'
  | 'payment.held'
  | 'payment.ignored'
  | 'payment.allocated'
  | 'payment.taken-off'
  | 'payment.restored'
  | 'payment.kept'
  | 'payment.reversed'
  | 'record.renewed'
  | 'record.released'
  | 'record.suspended'
  | 'record.resumed'
  | 'record.ended'
  | 'record.handed-over'
  | 'record.corrected'
  | 'record.facts-changed'
  | 'record.secret-set'
  | 'record.secret-shown'
  | 'record.noted'
  | 'record.note-removed'
  | 'services.exported'
  | 'renewal.requested'
  | 'renewal.carried-out'
  | 'order.placed'
  | 'order.reviewed'
  | 'order.pending'
  | 'order.completed'
  | 'order.cancelled'
  | 'order.refunded'
  | 'credit.refunded'
  | 'credit.used'
  | 'money.exported'
  | 'chat.answered'
  | 'chat.closed'
  | 'chat.reopened'
  | 'message.marked'
  | 'inbox.taken'
  | 'inbox.released'
  | 'inbox.handed-over'
  | 'answer-times.exported'
  | 'answer.labelled'
  | 'mail.retried'
  | 'mail.tested'
  | 'setting.changed'
  | 'message-secret.rotated'
  | 'message-template.accepted'
  | 'message-template.revoked'
  | 'received.confirmed'
  | 'received.dismissed'
  | 'received.labelled'
  | 'received.pasted'
  | 'statement.loaded'
  | 'currency.changed'
  | 'paper.issued'
  | 'paper.written'
  | 'tax.changed'
  | 'key.created'
  | 'key.revoked'
  | 'webhook.created'
  | 'webhook.changed'
  | 'webhook.removed'
  | 'webhook.switched-off'
  | 'webhook.sent-again'
  | 'webhook-secret.rotated'
  | 'notifications.changed'
  | 'notifications.subscribed'
  | 'notifications.unsubscribed'
  | 'attempt.forbidden'
  | 'attempt.foreign'
  | 'attempt.field'
  | 'audit.verified'
  | 'audit.exported'
  | 'audit.erased'

/** The kinds of rows that actions change. */
export type Entity =
  | 'account'
  | 'profile'
  | 'request'
  | 'order'
  | 'payment'
  | 'record'
  | 'renewal'
  | 'chat'
  | 'message'
  | 'mail'
  | 'job'
  | 'answer'
  | 'setting'
  | 'paper'
  | 'charge'
  | 'received'
  | 'endpoint'
  | 'export'
  | 'template'
  | 'webhook'
  | 'key'
  | 'audit'
