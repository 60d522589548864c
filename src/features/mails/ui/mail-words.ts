import type { mailsApi } from './api.ts'
import { m } from '../../../paraglide/messages.js'
import type { Tone } from '../../../kit/Badge.tsx'

export type Mail = Awaited<ReturnType<typeof mailsApi.list.call>>['items'][number]
export type MailStatus = Mail['status']

export const statusWords: Record<MailStatus, () => string> = {
  waiting: m.mails_waiting,
  sent: m.mails_sent,
  failed: m.mails_refused,
}

const statusTones: Record<MailStatus, Tone> = {
  waiting: 'pending',
  sent: 'available',
  failed: 'rejected',
}

const kinds: Record<string, () => string> = {
  confirmation: m.mails_kind_confirmation,
  'magic-link': m.mails_kind_magic_link,
  recovery: m.mails_kind_recovery,
  invite: m.mails_kind_invite,
  'email-change-new': m.mails_kind_email_change,
  'email-change-current': m.mails_kind_email_change,
  reauthentication: m.mails_kind_reauthentication,
  'already-registered': m.mails_kind_already_registered,
  'password-changed': m.mails_kind_password_changed,
  'phone-changed': m.mails_kind_phone_changed,
  'email-changed': m.mails_kind_email_changed,
  'account-deleted': m.mails_kind_account_deleted,
  'sessions-revoked': m.mails_kind_sessions_revoked,
  'identity-linked': m.mails_kind_identity,
  'identity-unlinked': m.mails_kind_identity,
  'factor-added': m.mails_kind_factor,
  'factor-removed': m.mails_kind_factor,
  'request-offered': m.mails_kind_offered,
  'request-suggested': m.mails_kind_suggested,
  'request-rejected': m.mails_kind_rejected,
  'request-activated': m.mails_kind_activated,
  'payment-rejected': m.mails_kind_payment_rejected,
  'order-completed': m.mails_kind_completed,
  'order-cancelled': m.mails_kind_cancelled,
  'order-owed': m.mails_kind_owed,
  'order-refunded': m.mails_kind_refunded,
  'expiry-reminder': m.mails_kind_expiry,
  test: m.mails_kind_test,
}

/** What a mail is about. One that a newer program has written shows its own name. */
export const kindWords = (kind: string) => kinds[kind]?.() ?? kind

/** How far a mail is. Without a mail server it was written into a file, and sent to nobody. */
export const statusOf = ({ status, to_file }: Mail): { words: string; tone: Tone } =>
  to_file && status === 'sent'
    ? { words: m.mails_to_file(), tone: 'neutral' }
    : { words: statusWords[status](), tone: statusTones[status] }

/** Why a mail did not go: ours in words, a mail server's as it said it. */
export const reasonWords = (reason: string) => (reason === 'expired' ? m.mails_reason_expired() : reason)
