import { m } from '../../../../paraglide/messages.js'
import type { TemplateGroup, TemplateName, TemplateVariable } from '../../../settings/mail-templates.data.ts'

export const groupLabels: Record<TemplateGroup, () => string> = {
  requests: m.mail_templates_group_requests,
  payments: m.common_payments,
  orders: m.common_orders,
  accounts: m.mail_templates_group_accounts,
}

export const templateLabels: Record<TemplateName, () => string> = {
  offered: m.mails_kind_offered,
  suggested: m.common_suggestions,
  rejected: m.mails_kind_rejected,
  active: m.mails_kind_activated,
  renewed: m.common_renewal,
  expiry: m.mails_kind_expiry,
  suspended: m.mails_kind_suspended,
  resumed: m.mails_kind_resumed,
  grace: m.common_expired,
  'expired-suspended': m.mail_templates_expired_suspended,
  ended: m.mails_kind_ended,
  'handed-over': m.mails_kind_handed_over,
  'code-shown': m.mails_kind_code_shown,
  'received-service': m.mail_templates_received_service,
  access: m.handover_mail_kind,
  due: m.mails_kind_due,
  overdue: m.mails_kind_overdue,
  received: m.mails_kind_received,
  short: m.mails_kind_short,
  unconfirmed: m.mails_kind_payment_rejected,
  'unconfirmed-active': m.mail_templates_unconfirmed_active,
  reversed: m.mails_kind_reversed,
  'reversed-settled': m.mail_templates_reversed_settled,
  moved: m.mails_kind_moved,
  'moved-settled': m.mail_templates_moved_settled,
  credited: m.invoices_credit_note,
  completed: m.mails_kind_completed,
  cancelled: m.mails_kind_cancelled,
  owed: m.mails_kind_owed,
  refunded: m.mails_kind_refunded,
  kept: m.mail_templates_kept,
  confirmation: m.mails_kind_confirmation,
  magic: m.mails_kind_magic_link,
  recovery: m.common_new_password,
  invite: m.mails_kind_invite,
  'email-new': m.mail_templates_email_new,
  'email-current': m.mail_templates_email_current,
  code: m.mails_kind_reauthentication,
  known: m.mails_kind_already_registered,
  password: m.mails_kind_password_changed,
  phone: m.mails_kind_phone_changed,
  'email-changed': m.mails_kind_email_changed,
  deleted: m.mails_kind_account_deleted,
  sessions: m.mails_kind_sessions_revoked,
  linked: m.mails_kind_identity,
  'factor-added': m.mail_templates_factor_added,
  'factor-removed': m.mail_templates_factor_removed,
}

export const variableLabels: Record<TemplateVariable, () => string> = {
  subject: m.mail_templates_variable_subject,
  name: m.mail_templates_variable_name,
  business: m.common_business_name,
  amount: m.common_amount,
  reference: m.mails_fact_reference,
  due: m.mails_fact_due,
  expires: m.mails_fact_expires,
  number: m.invoices_mail_number,
  suggestions: m.common_suggestions,
}

/** The languages' own names. */
export const languageNames = { en: 'English', sw: 'Kiswahili' } as const
