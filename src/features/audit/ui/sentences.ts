import { m } from '../../../paraglide/messages.js'
import type { Action } from '../contract.ts'
import { productFacts } from '../../products/products.data.ts'
import type { ProductName } from '../../products/products.ts'
import type { Stage } from '../../products/life-cycle.ts'

type Sentence = (parts: { who: string; what: string }) => string

/** What was done, as a sentence with who did it and what it was done to. */
export const sentences: Record<Action, Sentence> = {
  user_signedup: m.desk_did_user_signedup,
  user_repeated_signup: m.desk_did_user_repeated_signup,
  user_created: m.desk_did_user_created,
  user_confirmation_requested: m.desk_did_user_confirmation_requested,
  user_confirmed: m.desk_did_user_confirmed,
  user_invited: m.desk_did_user_invited,
  invite_accepted: m.desk_did_invite_accepted,
  login: m.desk_did_login,
  login_failed: m.desk_did_login_failed,
  logout: m.desk_did_logout,
  session_ended: m.desk_did_session_ended,
  sessions_revoked: m.desk_did_sessions_revoked,
  token_refreshed: m.desk_did_token_refreshed,
  refresh_token_reused: m.desk_did_refresh_token_reused,
  user_recovery_requested: m.desk_did_user_recovery_requested,
  recovery_mailed: m.desk_did_recovery_mailed,
  recovery_link_made: m.desk_did_recovery_link_made,
  link_made: m.desk_did_link_made,
  user_reauthenticate_requested: m.desk_did_user_reauthenticate_requested,
  current_password_wrong: m.desk_did_current_password_wrong,
  user_updated_password: m.desk_did_user_updated_password,
  user_modified: m.desk_did_user_modified,
  email_change_requested: m.desk_did_email_change_requested,
  phone_change_requested: m.desk_did_phone_change_requested,
  identity_linked: m.desk_did_identity_linked,
  factor_in_progress: m.desk_did_factor_in_progress,
  factor_updated: m.desk_did_factor_updated,
  factor_unenrolled: m.desk_did_factor_unenrolled,
  factor_deleted: m.desk_did_factor_deleted,
  challenge_created: m.desk_did_challenge_created,
  verification_attempted: m.desk_did_verification_attempted,
  recovery_codes_made: m.desk_did_recovery_codes_made,
  recovery_codes_replaced: m.desk_did_recovery_codes_replaced,
  admin_granted: m.desk_did_admin_granted,
  staff_role_changed: m.desk_did_staff_role_changed,
  admin_revoked: m.desk_did_admin_revoked,
  user_banned: m.desk_did_user_banned,
  user_unbanned: m.desk_did_user_unbanned,
  user_deleted: m.desk_did_user_deleted,
  unproved_account_wiped: m.desk_did_unproved_account_wiped,
  sms_refused: m.desk_did_sms_refused,
  admin_created: m.desk_did_admin_created,
  admin_taken_over: m.desk_did_admin_taken_over,
  deletion_asked: m.desk_did_deletion_asked,
  service_key_made: m.desk_did_service_key_made,
  service_key_revoked: m.desk_did_service_key_revoked,
  signing_key_rotated: m.desk_did_signing_key_rotated,
  'profile.changed': m.desk_did_profile_changed,
  'note.added': m.desk_did_note_added,
  'note.deleted': m.desk_did_note_deleted,
  'request.submitted': m.desk_did_request_submitted,
  'request.reviewed': m.desk_did_request_reviewed,
  'request.activated': m.desk_did_request_activated,
  'payment.claimed': m.desk_did_payment_claimed,
  'payment.refused': m.desk_did_payment_refused,
  'payment.rejected': m.desk_did_payment_rejected,
  'payment.matched': m.desk_did_payment_matched,
  'payment.held': m.desk_did_payment_held,
  'payment.ignored': m.desk_did_payment_ignored,
  'payment.reversed': m.desk_did_payment_reversed,
  'record.renewed': m.desk_did_record_renewed,
  'record.released': m.desk_did_record_released,
  'record.suspended': m.desk_did_record_suspended,
  'record.resumed': m.desk_did_record_resumed,
  'record.ended': m.desk_did_record_ended,
  'record.handed-over': m.desk_did_record_handed_over,
  'record.corrected': m.desk_did_record_corrected,
  'record.facts-changed': m.desk_did_record_facts_changed,
  'record.secret-set': m.desk_did_record_secret_set,
  'record.secret-shown': m.desk_did_record_secret_shown,
  'record.noted': m.desk_did_record_noted,
  'record.note-removed': m.desk_did_record_note_removed,
  'services.exported': m.desk_did_services_exported,
  'renewal.requested': m.desk_did_renewal_requested,
  'renewal.carried-out': m.desk_did_renewal_carried_out,
  'order.placed': m.desk_did_order_placed,
  'order.reviewed': m.desk_did_order_reviewed,
  'order.pending': m.desk_did_order_pending,
  'order.completed': m.desk_did_order_completed,
  'order.cancelled': m.desk_did_order_cancelled,
  'order.refunded': m.desk_did_order_refunded,
  'credit.refunded': m.desk_did_credit_refunded,
  'credit.used': m.desk_did_credit_used,
  'money.exported': m.desk_did_money_exported,
  'chat.answered': m.desk_did_chat_answered,
  'chat.closed': m.desk_did_chat_closed,
  'chat.reopened': m.desk_did_chat_reopened,
  'message.marked': m.desk_did_message_marked,
  'inbox.taken': m.desk_did_inbox_taken,
  'inbox.released': m.desk_did_inbox_released,
  'inbox.handed-over': m.desk_did_inbox_handed_over,
  'answer-times.exported': m.desk_did_answer_times_exported,
  'answer.labelled': m.desk_did_answer_labelled,
  'mail.retried': m.desk_did_mail_retried,
  'mail.tested': m.desk_did_mail_tested,
  'paper.issued': m.desk_did_paper_issued,
  'paper.written': m.desk_did_paper_written,
  'tax.changed': m.desk_did_tax_changed,
  'setting.changed': m.desk_did_setting_changed,
  'message-secret.rotated': m.desk_did_message_secret_rotated,
  'received.confirmed': m.desk_did_received_confirmed,
  'received.dismissed': m.desk_did_received_dismissed,
  'received.pasted': m.desk_did_received_pasted,
  'statement.loaded': m.desk_did_statement_loaded,
  'currency.changed': m.desk_did_currency_changed,
  'key.created': m.desk_did_key_created,
  'key.revoked': m.desk_did_key_revoked,
  'webhook.created': m.desk_did_webhook_created,
  'webhook.changed': m.desk_did_webhook_changed,
  'webhook.removed': m.desk_did_webhook_removed,
  'webhook.switched-off': m.desk_did_webhook_switched_off,
  'webhook.sent-again': m.desk_did_webhook_sent_again,
  'webhook-secret.rotated': m.desk_did_webhook_secret_rotated,
  'notifications.changed': m.desk_did_notifications_changed,
  'notifications.subscribed': m.desk_did_notifications_subscribed,
  'notifications.unsubscribed': m.desk_did_notifications_unsubscribed,
  'attempt.forbidden': m.desk_did_attempt_forbidden,
  'attempt.foreign': m.desk_did_attempt_foreign,
  'attempt.field': m.desk_did_attempt_field,
  'audit.verified': m.desk_did_audit_verified,
  'audit.exported': m.desk_did_audit_exported,
  'audit.erased': m.desk_did_audit_erased,
}

/** A review as what it led to. */
const reviews: Record<Stage, Sentence> = {
  asked: m.desk_did_stage_asked,
  offered: m.desk_did_stage_offered,
  suggested: m.desk_did_stage_suggested,
  rejected: m.desk_did_stage_rejected,
  active: m.desk_did_stage_active,
}

/** The sentence of an entry. Undefined for an action that another version has logged. */
export function sentenceOf(entry: {
  action: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
  subject: { kind: string | null } | null
}): Sentence | undefined {
  const { action, before, after, subject } = entry
  if (action === 'request.reviewed' && subject?.kind && after?.['status'] !== before?.['status']) {
    const stages: Record<string, Stage> | undefined = productFacts[subject.kind as ProductName]?.stages
    const stage = stages?.[String(after?.['status'])]
    if (stage) return reviews[stage]
  }
  return Object.hasOwn(sentences, action) ? sentences[action as Action] : undefined
}
