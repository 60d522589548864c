import { m } from '../../paraglide/messages.js'
import type { AuthAction } from '@kikoa/auth/rules'

type Noun = (parts: { name: string }) => string

/** What a kind of row is called: by itself, with its name in a sentence, and as any row of the kind. */
interface EntityWords {
  label: () => string
  noun: Noun
  any: () => string
}

const kind = (
  label: () => string,
  noun: Noun = ({ name }) => name,
  any: () => string = () => '…',
): EntityWords => ({ label, noun, any })

/** The kinds of rows that actions change. */
export const entities = {
  account: kind(m.common_account),
  profile: kind(m.common_profile),
  request: kind(m.audit_entity_request, undefined, m.audit_any_service),
  order: kind(m.common_order, m.audit_what_order),
  payment: kind(m.common_payment, m.audit_what_payment),
  record: kind(m.audit_entity_service, undefined, m.audit_any_service),
  renewal: kind(m.audit_entity_renewal, m.audit_what_renewal),
  chat: kind(m.common_live_chat),
  message: kind(m.audit_entity_message, m.audit_what_message),
  answer: kind(m.audit_entity_answer, m.audit_what_answer),
  mail: kind(m.common_email, m.audit_what_mail),
  job: kind(m.presence_entity_job),
  received: kind(m.common_received_money, m.audit_what_received),
  setting: kind(m.audit_entity_setting, ({ name }) => `“${name}”`),
  paper: kind(m.audit_entity_invoice),
  charge: kind(m.audit_entity_charge, m.audit_what_charge),
  endpoint: kind(m.audit_entity_endpoint),
  export: kind(m.audit_entity_export),
  template: kind(m.audit_entity_template),
  webhook: kind(m.audit_entity_webhook),
  key: kind(m.audit_entity_key, m.audit_what_key),
  registrar: kind(m.audit_entity_registrar),
  fulfilment: kind(m.audit_entity_fulfilment),
  audit: kind(m.audit_entity_audit),
}

export type Entity = keyof typeof entities

/** The values of a sentence: who did it, and what it was done to if the message says so. */
type Values<Inputs> = 'what' extends keyof Inputs ? { who: string; what: string } : { who: string }

interface ActionWords<On extends Entity, Inputs> {
  entities: readonly On[]
  sentence: (values: Inputs) => string
}

/** An action on a kind of row, or on several, and the sentence that says who did it. */
const on = <const On extends Entity, Inputs extends { who: unknown }>(
  entity: On | readonly On[],
  sentence: (inputs: Inputs) => string,
): ActionWords<On, Values<Inputs>> => ({
  entities: typeof entity === 'string' ? [entity] : entity,
  sentence: sentence as (inputs: object) => string,
})

const payables = ['request', 'order', 'renewal'] as const
const inboxItems = [
  'request',
  'order',
  'payment',
  'renewal',
  'record',
  'chat',
  'message',
  'mail',
  'job',
  'fulfilment',
  'registrar',
] as const

/**
 * The actions of the audit log, those of the auth server among them. Only listed actions can be logged. The sentence, the
 * label in filters and histories, and what an entry must have come from here.
 */
export const actions = {
  user_signedup: on('account', m.audit_did_user_signedup),
  user_repeated_signup: on('account', m.audit_did_user_repeated_signup),
  user_created: on('account', m.audit_did_user_created),
  user_confirmation_requested: on('account', m.audit_did_user_confirmation_requested),
  user_confirmed: on('account', m.audit_did_user_confirmed),
  user_invited: on('account', m.audit_did_user_invited),
  invite_accepted: on('account', m.audit_did_invite_accepted),
  login: on('account', m.audit_did_login),
  login_failed: on('account', m.audit_did_login_failed),
  logout: on('account', m.audit_did_logout),
  session_ended: on('account', m.audit_did_session_ended),
  sessions_revoked: on('account', m.audit_did_sessions_revoked),
  token_refreshed: on('account', m.audit_did_token_refreshed),
  refresh_token_reused: on('account', m.audit_did_refresh_token_reused),
  user_recovery_requested: on('account', m.audit_did_user_recovery_requested),
  recovery_mailed: on('account', m.audit_did_recovery_mailed),
  recovery_link_made: on('account', m.audit_did_recovery_link_made),
  link_made: on('account', m.audit_did_link_made),
  user_reauthenticate_requested: on('account', m.audit_did_user_reauthenticate_requested),
  current_password_wrong: on('account', m.audit_did_current_password_wrong),
  user_updated_password: on('account', m.audit_did_user_updated_password),
  user_modified: on('account', m.audit_did_user_modified),
  email_change_requested: on('account', m.audit_did_email_change_requested),
  phone_change_requested: on('account', m.audit_did_phone_change_requested),
  identity_linked: on('account', m.audit_did_identity_linked),
  factor_in_progress: on('account', m.audit_did_factor_in_progress),
  factor_updated: on('account', m.audit_did_factor_updated),
  factor_unenrolled: on('account', m.audit_did_factor_unenrolled),
  factor_deleted: on('account', m.audit_did_factor_deleted),
  challenge_created: on('account', m.audit_did_challenge_created),
  verification_attempted: on('account', m.audit_did_verification_attempted),
  recovery_codes_made: on('account', m.audit_did_recovery_codes_made),
  recovery_codes_replaced: on('account', m.audit_did_recovery_codes_replaced),
  admin_created: on('account', m.audit_did_admin_created),
  admin_taken_over: on('account', m.audit_did_admin_taken_over),
  admin_granted: on('account', m.audit_did_admin_granted),
  staff_role_changed: on('account', m.audit_did_staff_role_changed),
  admin_revoked: on('account', m.audit_did_admin_revoked),
  user_banned: on('account', m.audit_did_user_banned),
  user_unbanned: on('account', m.audit_did_user_unbanned),
  deletion_asked: on('account', m.audit_did_deletion_asked),
  user_deleted: on('account', m.audit_did_user_deleted),
  unproved_account_wiped: on('account', m.audit_did_unproved_account_wiped),
  service_key_made: on('account', m.audit_did_service_key_made),
  service_key_revoked: on('account', m.audit_did_service_key_revoked),
  signing_key_rotated: on('account', m.audit_did_signing_key_rotated),
  sms_refused: on('account', m.audit_did_sms_refused),
  'profile.changed': on('profile', m.audit_did_profile_changed),
  'profile.holder-details': on('profile', m.audit_did_holder_details),
  'note.added': on('profile', m.audit_did_note_added),
  'note.deleted': on('profile', m.audit_did_note_deleted),
  'request.submitted': on('request', m.audit_did_request_submitted),
  'request.reviewed': on('request', m.audit_did_request_reviewed),
  'request.activated': on('request', m.audit_did_request_activated),
  'test-sale.removed': on('request', m.audit_did_test_sale_removed),
  'payment.claimed': on(payables, m.audit_did_payment_claimed),
  'payment.claim-corrected': on(payables, m.audit_did_payment_claim_corrected),
  'payment.claim-withdrawn': on(payables, m.audit_did_payment_claim_withdrawn),
  'payment.refused': on(payables, m.audit_did_payment_refused),
  'payment.rejected': on(payables, m.audit_did_payment_rejected),
  'payment.matched': on(payables, m.audit_did_payment_matched),
  'payment.held': on('payment', m.audit_did_payment_held),
  'payment.ignored': on('payment', m.audit_did_payment_ignored),
  'payment.allocated': on('received', m.audit_did_payment_allocated),
  'payment.taken-off': on(payables, m.audit_did_payment_taken_off),
  'payment.restored': on('received', m.audit_did_payment_restored),
  'payment.kept': on('received', m.audit_did_payment_kept),
  'payment.reversed': on(payables, m.audit_did_payment_reversed),
  'record.renewed': on('record', m.audit_did_service_renewed),
  'record.released': on('record', m.audit_did_service_released),
  'record.suspended': on('record', m.audit_did_service_suspended),
  'record.resumed': on('record', m.audit_did_service_resumed),
  'record.ended': on('record', m.audit_did_service_ended),
  'record.handed-over': on('record', m.audit_did_service_handed_over),
  'record.corrected': on('record', m.audit_did_service_corrected),
  'record.facts-changed': on('record', m.audit_did_service_facts_changed),
  'record.secret-set': on(['record', 'request'], m.audit_did_service_secret_set),
  'record.secret-shown': on('record', m.audit_did_service_secret_shown),
  'record.code-shown': on(['record', 'request'], m.audit_did_service_code_shown),
  'record.auto-renew-on': on('record', m.audit_did_service_auto_renew_on),
  'record.auto-renew-off': on('record', m.audit_did_service_auto_renew_off),
  'record.imported': on('record', m.audit_did_service_imported),
  'record.noted': on('record', m.audit_did_service_noted),
  'record.note-removed': on('record', m.audit_did_service_note_removed),
  'services.exported': on('export', m.audit_did_services_exported),
  'renewal.requested': on('request', m.audit_did_renewal_requested),
  'renewal.carried-out': on('renewal', m.audit_did_renewal_carried_out),
  'order.placed': on('order', m.audit_did_order_placed),
  'order.reviewed': on('order', m.audit_did_order_reviewed),
  'order.pending': on('order', m.audit_did_order_pending),
  'order.completed': on('order', m.audit_did_order_completed),
  'order.cancelled': on('order', m.audit_did_order_cancelled),
  'order.refunded': on('order', m.audit_did_order_refunded),
  'credit.refunded': on('account', m.audit_did_credit_refunded),
  'credit.used': on('charge', m.audit_did_credit_used),
  'list.exported': on('export', m.audit_did_list_exported),
  'money.exported': on('export', m.audit_did_money_exported),
  'chat.answered': on('chat', m.audit_did_chat_answered),
  'chat.closed': on('chat', m.audit_did_chat_closed),
  'chat.reopened': on('chat', m.audit_did_chat_reopened),
  'message.answered': on('message', m.audit_did_message_answered),
  'message.marked': on('message', m.audit_did_message_marked),
  'notifications.changed': on('profile', m.audit_did_notifications_changed),
  'notifications.subscribed': on('profile', m.audit_did_notifications_subscribed),
  'notifications.unsubscribed': on('profile', m.audit_did_notifications_unsubscribed),
  'inbox.taken': on(inboxItems, m.audit_did_inbox_taken),
  'inbox.released': on(inboxItems, m.audit_did_inbox_released),
  'inbox.handed-over': on(inboxItems, m.audit_did_inbox_handed_over),
  'answer-times.exported': on('export', m.audit_did_answer_times_exported),
  'answer.labelled': on('answer', m.audit_did_answer_labelled),
  'mail.retried': on('mail', m.audit_did_mail_retried),
  'mail.tested': on('mail', m.audit_did_mail_tested),
  'paper.issued': on('paper', m.audit_did_invoice_issued),
  'paper.written': on('paper', m.audit_did_invoice_written),
  'tax.changed': on(['charge', 'profile'], m.audit_did_tax_changed),
  'setting.changed': on('setting', m.audit_did_setting_changed),
  'mail-server.changed': on('setting', m.audit_did_mail_server_changed),
  'mail-server.removed': on('setting', m.audit_did_mail_server_removed),
  'message-secret.rotated': on('setting', m.audit_did_message_secret_rotated),
  'message-template.accepted': on('template', m.audit_did_message_template_accepted),
  'message-template.revoked': on('template', m.audit_did_message_template_revoked),
  'received.confirmed': on('received', m.audit_did_received_confirmed),
  'received.dismissed': on('received', m.audit_did_received_dismissed),
  'received.labelled': on('received', m.audit_did_received_labelled),
  'received.pasted': on('received', m.audit_did_received_pasted),
  'statement.loaded': on('received', m.audit_did_statement_loaded),
  'currency.changed': on('setting', m.audit_did_currency_changed),
  'key.created': on('key', m.audit_did_key_created),
  'key.revoked': on('key', m.audit_did_key_revoked),
  'webhook.created': on('webhook', m.audit_did_webhook_created),
  'webhook.changed': on('webhook', m.audit_did_webhook_changed),
  'webhook.removed': on('webhook', m.audit_did_webhook_removed),
  'webhook.switched-off': on('webhook', m.audit_did_webhook_switched_off),
  'webhook.sent-again': on('webhook', m.audit_did_webhook_sent_again),
  'webhook-secret.rotated': on('webhook', m.audit_did_webhook_secret_rotated),
  'registrar.created': on('registrar', m.audit_did_registrar_created),
  'registrar.changed': on('registrar', m.audit_did_registrar_changed),
  'registrar.synced': on('registrar', m.audit_did_registrar_synced),
  'registrar.difference-accepted': on('registrar', m.audit_did_registrar_difference_accepted),
  'registrar.removed': on('registrar', m.audit_did_registrar_removed),
  'registrar.prices-kept': on('registrar', m.audit_did_registrar_prices_kept),
  'registrar.topped-up': on('registrar', m.audit_did_registrar_topped_up),
  'registrar.top-up-undone': on('registrar', m.audit_did_registrar_top_up_undone),
  'fulfilment.opened': on('fulfilment', m.audit_did_fulfilment_opened),
  'fulfilment.ready': on('fulfilment', m.audit_did_fulfilment_ready),
  'fulfilment.ordered': on('fulfilment', m.audit_did_fulfilment_ordered),
  'fulfilment.unknown': on('fulfilment', m.audit_did_fulfilment_unknown),
  'fulfilment.held': on('fulfilment', m.audit_did_fulfilment_held),
  'fulfilment.refused': on('fulfilment', m.audit_did_fulfilment_refused),
  'fulfilment.done': on('fulfilment', m.audit_did_fulfilment_done),
  'fulfilment.looked': on('fulfilment', m.audit_did_fulfilment_looked),
  'fulfilment.sent-again': on('fulfilment', m.audit_did_fulfilment_sent_again),
  'fulfilment.done-by-hand': on('fulfilment', m.audit_did_fulfilment_done_by_hand),
  'fulfilment.given-up': on('fulfilment', m.audit_did_fulfilment_given_up),
  'attempt.forbidden': on('endpoint', m.audit_did_attempt_forbidden),
  'attempt.foreign': on('endpoint', m.audit_did_attempt_foreign),
  'attempt.field': on('endpoint', m.audit_did_attempt_field),
  'audit.verified': on('audit', m.audit_did_audit_verified),
  'audit.exported': on('audit', m.audit_did_audit_exported),
  'audit.removed': on('audit', m.audit_did_audit_removed),
  'audit.erased': on('account', m.audit_did_audit_erased),
} satisfies Record<string, unknown> & Record<AuthAction, ActionWords<'account', never>>

export type Action = keyof typeof actions

type Words<Of extends Action> = (typeof actions)[Of]

/** The actions on a kind of row. */
export type ActionOn<On extends Entity> = {
  [Of in Action]: On extends Words<Of>['entities'][number] ? Of : never
}[Action]

/** An action with the row before and after. An action whose sentence names what was changed says which row that is. */
export type AuditedAction = {
  [Of in Action]: {
    action: Of
    entity: Words<Of>['entities'][number]
    before?: object | null
    after?: object | null
    /** The actor, if it is not the transaction's caller: null for the program itself. */
    actor_id?: string | null
  } & (Parameters<Words<Of>['sentence']>[0] extends { what: string }
    ? { entity_id: string | null }
    : { entity_id?: string | null })
}[Action]
