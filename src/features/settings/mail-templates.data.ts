/** What a template may name, written in braces. */
export type TemplateVariable =
  | 'subject'
  | 'name'
  | 'business'
  | 'amount'
  | 'reference'
  | 'due'
  | 'expires'
  | 'number'
  | 'suggestions'

export const templateGroups = ['requests', 'payments', 'orders', 'accounts'] as const
export type TemplateGroup = (typeof templateGroups)[number]

interface Template<Subject extends string, Text extends string> {
  group: TemplateGroup
  /** The names of the product's own texts. */
  texts: readonly [subject: Subject, text: Text]
  variables: readonly TemplateVariable[]
}

/** A template about something that the customer has asked for. */
const about =
  (group: TemplateGroup) =>
  <const Subject extends string, const Text extends string>(
    subject: Subject,
    text: Text,
    ...more: TemplateVariable[]
  ): Template<Subject, Text> => ({
    group,
    texts: [subject, text],
    variables: ['subject', 'name', 'business', ...more],
  })

const request = about('requests')
const payment = about('payments')
const order = about('orders')

/**
 * A template about an account. The customer's name is no variable: such a template also goes to an address that is not
 * proven to belong to the person who typed the name.
 */
const account = <const Subject extends string, const Text extends string>(
  subject: Subject,
  text: Text,
): Template<Subject, Text> => ({ group: 'accounts', texts: [subject, text], variables: ['business'] })

/**
 * The templates whose subject and text the owner may rewrite. Codes, links, tables and notes are parts of their own and
 * stay.
 */
export const templates = {
  offered: request('mails_offered_subject', 'mails_offered_text', 'amount'),
  suggested: request('mails_suggested_subject', 'mails_suggested_text', 'suggestions'),
  rejected: request('mails_rejected_subject', 'mails_rejected_text'),
  'transfer-offered': request('mails_transfer_offered_subject', 'mails_transfer_offered_text', 'amount'),
  'transfer-refused': request('mails_transfer_refused_subject', 'mails_transfer_refused_text'),
  'details-needed': request('mails_details_needed_subject', 'mails_details_needed_text'),
  active: request('mails_active_subject', 'mails_active_text'),
  renewed: request('mails_renewed_subject', 'mails_renewed_text'),
  access: request('handover_mail_subject', 'handover_mail_text'),
  expiry: request('mails_expiry_subject', 'mails_expiry_text', 'expires'),
  suspended: request('mails_suspended_subject', 'mails_suspended_text'),
  resumed: request('mails_resumed_subject', 'mails_resumed_text'),
  grace: request('mails_grace_subject', 'mails_grace_text', 'expires'),
  'expired-suspended': request('mails_expired_suspended_subject', 'mails_expired_suspended_text', 'expires'),
  ended: request('mails_ended_subject', 'mails_ended_text'),
  'handed-over': request('mails_handed_over_subject', 'mails_handed_over_text'),
  'code-shown': request('mails_code_shown_subject', 'mails_code_shown_text'),
  'received-service': request('mails_received_service_subject', 'mails_received_service_text'),
  due: payment('mails_due_subject', 'mails_due_text', 'amount', 'reference', 'due'),
  overdue: payment('mails_overdue_subject', 'mails_overdue_text', 'amount', 'reference', 'due'),
  received: payment('invoices_mail_subject', 'invoices_mail_text', 'amount', 'reference', 'number'),
  short: payment('mails_short_subject', 'mails_short_text', 'amount', 'reference'),
  unconfirmed: payment('mails_payment_subject', 'mails_payment_text'),
  'unconfirmed-active': payment('mails_payment_subject', 'mails_payment_active_text'),
  reversed: payment('mails_reversed_subject', 'mails_reversed_text', 'amount', 'reference'),
  'reversed-settled': payment('mails_reversed_subject', 'mails_reversed_settled_text', 'amount', 'reference'),
  moved: payment('mails_moved_subject', 'mails_moved_text', 'amount', 'reference'),
  'moved-settled': payment('mails_moved_subject', 'mails_moved_settled_text', 'amount', 'reference'),
  credited: payment('invoices_note_mail_subject', 'invoices_note_mail_text', 'amount', 'reference', 'number'),
  completed: order('mails_completed_subject', 'mails_completed_text'),
  cancelled: order('mails_cancelled_subject', 'mails_cancelled_text'),
  owed: order('mails_owed_subject', 'mails_gone_text'),
  refunded: order('mails_refunded_subject', 'mails_refunded_text', 'amount', 'reference'),
  kept: order('mails_kept_subject', 'mails_kept_text', 'amount'),
  confirmation: account('mails_confirmation_subject', 'mails_confirmation_text'),
  magic: account('mails_magic_subject', 'mails_magic_text'),
  recovery: account('mails_recovery_subject', 'mails_recovery_text'),
  invite: account('mails_invite_subject', 'mails_invite_text'),
  'email-new': account('mails_email_new_subject', 'mails_email_new_text'),
  'email-current': account('mails_email_current_subject', 'mails_email_current_text'),
  code: account('mails_code_subject', 'mails_code_text'),
  known: account('mails_known_subject', 'mails_known_text'),
  password: account('mails_password_subject', 'mails_password_text'),
  phone: account('mails_phone_subject', 'mails_phone_text'),
  'email-changed': account('mails_email_changed_subject', 'mails_email_changed_text'),
  deleted: account('mails_deleted_subject', 'mails_deleted_text'),
  sessions: account('mails_sessions_subject', 'mails_sessions_text'),
  linked: account('mails_linked_subject', 'mails_linked_text'),
  'factor-added': account('mails_factor_added_subject', 'mails_factor_added_text'),
  'factor-removed': account('mails_factor_removed_subject', 'mails_factor_removed_text'),
} as const

export type TemplateName = keyof typeof templates
export const templateNames = Object.keys(templates) as TemplateName[]
