import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert, FileText, type LucideIcon, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../../../paraglide/messages.js'
import { IfMay, useMay } from '../../../client/session/staff.tsx'
import { CustomerLink } from '../../../client/list/CustomerLink.tsx'
import { Copyable } from '../../../kit/Copyable.tsx'
import type { Column, ListAct, NameColumn } from '../../../kit/data-list/column.ts'
import { MiddleCut } from '../../../kit/data-list/MiddleCut.tsx'
import { unsorted } from '../../../kit/data-list/sort.ts'
import type { MailSort } from '../mails.contract.ts'
import { useAct } from '../../../client/form/act.ts'
import { errorSentence } from '../../../client/error-messages.ts'
import { splitOrderName } from '../../../shared/order-name.ts'
import { displayName } from '../../../shared/people/person.ts'
import { Badge, type Tone } from '../../../kit/Badge.tsx'
import { Age, Moment } from '../../../kit/dates.tsx'
import { mailsApi } from './mails.api.ts'
import { Button } from '../../../kit/Button.tsx'
import { replaceRow } from '../../../kit/list/paging.ts'

export const mailName: NameColumn<Mail, MailSort> = {
  header: m.mails_recipient(),
  sort: 'recipient',
  text: ({ customer, recipient }) => (customer && displayName(customer)) ?? recipient,
  detail: ({ customer, recipient }) => (customer && displayName(customer) ? recipient : null),
  opens: ({ recipient }) => m.common_details_of({ name: recipient }),
}

export const mailColumns: Column<Mail, MailSort>[] = [
  {
    id: 'subject',
    header: m.common_subject(),
    sort: 'kind',
    width: 'w-80',
    isPlain: true,
    cell: subjectOf,
  },
  {
    id: 'status',
    header: m.common_status(),
    sort: 'status',
    width: 'w-42',
    isPlain: true,
    cell: (row) => {
      const { text, ...look } = statusBadge(row)
      return <Badge {...look}>{text}</Badge>
    },
  },
  {
    id: 'reason',
    header: m.common_reason(),
    width: 'w-56',
    from: 'wide',
    has: ({ reason }) => reason,
    cell: ({ reason }) => reason && reasonText(reason),
  },
  {
    id: 'created',
    header: m.mails_written(),
    sort: 'created',
    width: 'w-25',
    cell: ({ created_at }) => <Age at={created_at} />,
  },
]

/** The columns of one customer's list, where the type tells the rows apart and not the address. */
export const customerMailName: NameColumn<Mail, MailSort> = {
  header: m.common_subject(),
  text: subjectOf,
  opens: (mail) => m.common_details_of({ name: subjectOf(mail) }),
}
export const customerMailColumns: Column<Mail, MailSort>[] = [
  {
    id: 'recipient',
    header: m.mails_recipient(),
    width: 'w-56',
    isPlain: true,
    isLine: true,
    cell: ({ recipient }) => <MiddleCut text={recipient} />,
  },
  ...unsorted(mailColumns).filter(({ id }) => id !== 'subject'),
]

/** One mail: when it was written and sent, why it failed, and whose account it is about. */
export function MailDetails({ mail }: { mail: Mail }) {
  const { reason, attempts, customer } = mail
  const facts: [string, ReactNode][] = [
    [m.common_subject(), subjectOf(mail)],
    [m.mails_recipient(), <Copyable key="to" text={mail.recipient} />],
    [m.common_customer(), customer && <CustomerLink key="customer" customer={customer} />],
    [
      m.common_status(),
      [statusBadge(mail).text, attempts > 1 && m.mails_tries({ count: attempts })]
        .filter(Boolean)
        .join(' · '),
    ],
    [m.common_reason(), reason && reasonText(reason)],
    [m.mails_written(), <Moment key="written" at={mail.created_at} exact />],
    [m.mails_sent(), mail.sent_at && <Moment key="sent" at={mail.sent_at} exact />],
  ]
  return (
    <div className="flex flex-col items-start gap-4">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5 text-sm">
        {facts.map(([label, value]) =>
          value ? (
            <div key={label} className="contents">
              <dt className="text-muted">{label}</dt>
              <dd className="min-w-0 wrap-anywhere">{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {mail.can_retry ? (
        <IfMay needs="messages.write">
          <RetryButton id={mail.id} recipient={mail.recipient} />
        </IfMay>
      ) : null}
    </div>
  )
}

/** Why a mail was not sent again. */
const retryFailure = errorSentence(m.mails_retry_failed, { NOT_RETRYABLE: m.mails_not_retryable })

/** Sends several failed mails again. */
export function useRetries(): ListAct<Mail>[] {
  const client = useQueryClient()
  if (!useMay()('messages.write')) return []
  return [
    {
      id: 'retry',
      label: m.mails_retry(),
      applies: ({ can_retry }) => can_retry,
      send: ({ id }) => mailsApi.retry.call({ id }),
      failure: retryFailure,
      onEnd: () => client.invalidateQueries({ queryKey: mailsApi.list.key() }),
    },
  ]
}

type Mail = Awaited<ReturnType<typeof mailsApi.list.call>>['items'][number]
export type MailStatus = Mail['status']

export const statusLabels: Record<MailStatus, () => string> = {
  waiting: m.mails_waiting,
  sent: m.mails_sent,
  failed: m.mails_refused,
}

const statusLooks: Record<MailStatus, { tone: Tone; icon?: LucideIcon }> = {
  waiting: { tone: 'pending' },
  sent: { tone: 'available' },
  failed: { tone: 'rejected', icon: CircleAlert },
}

const kindLabels: Record<string, () => string> = {
  confirmation: m.mails_kind_confirmation,
  'magic-link': m.mails_kind_magic_link,
  recovery: m.common_new_password,
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
  'factor-added': m.mails_kind_factor,
  'factor-removed': m.mails_kind_factor,
  'request-offered': m.mails_kind_offered,
  'request-suggested': m.common_suggestions,
  'request-rejected': m.mails_kind_rejected,
  'request-activated': m.mails_kind_activated,
  'transfer-refused': m.mails_kind_transfer_refused,
  'details-needed': m.mails_kind_details_needed,
  'payment-rejected': m.mails_kind_payment_rejected,
  'order-completed': m.mails_kind_completed,
  'order-cancelled': m.mails_kind_cancelled,
  'order-owed': m.mails_kind_owed,
  'order-refunded': m.mails_kind_refunded,
  'order-kept': m.mail_templates_kept,
  'expiry-reminder': m.mails_kind_expiry,
  'record-suspended': m.mails_kind_suspended,
  'record-in-grace': m.common_expired,
  'record-expired-suspended': m.mails_kind_suspended,
  'record-ended': m.mails_kind_ended,
  'record-code-shown': m.mails_kind_code_shown,
  'record-handed-over': m.mails_kind_handed_over,
  'record-received': m.mails_kind_handed_over,
  'record-access': m.handover_mail_kind,
  'record-resumed': m.mails_kind_resumed,
  'payment-due': m.mails_kind_due,
  'payment-overdue': m.mails_kind_overdue,
  'payment-received': m.mails_kind_received,
  'payment-short': m.mails_kind_short,
  'payment-reversed': m.mails_kind_reversed,
  'payment-moved': m.mails_kind_moved,
  'credit-note': m.invoices_credit_note,
  'webhook-off': m.mails_kind_webhook_off,
  'staff-work': m.staff_call_mail_kind,
  test: m.mails_kind_test,
}

/** The kind of a mail and what it is about. An unknown kind, written by a newer version, is shown as it is. */
function subjectOf({ kind, about }: Pick<Mail, 'kind' | 'about'>): string {
  const label = kindLabels[kind]?.() ?? kind
  if (!about) return label
  const { first, more } = splitOrderName(about)
  return `${label} · ${more ? m.orders_and_more({ name: first, count: more }) : first}`
}

/** The badge of a status. Without a mail server, mails are written to files. */
const statusBadge = ({ status, to_file }: Mail): { text: string; tone: Tone; icon?: LucideIcon } =>
  to_file && status === 'sent'
    ? { text: m.mails_to_file(), tone: 'neutral', icon: FileText }
    : { text: statusLabels[status](), ...statusLooks[status] }

/** Why a mail failed. A mail server's own sentence is shown as it is. */
const reasonText = (reason: string) => (reason === 'expired' ? m.mails_reason_expired() : reason)

/** Queues a failed mail again. */
function RetryButton({ id, recipient }: { id: string; recipient: string }) {
  const client = useQueryClient()
  const retry = useAct({
    send: () => mailsApi.retry.call({ id }),
    onDone: (row) => replaceRow(client, mailsApi.list.key(), row),
    failure(error) {
      void client.invalidateQueries({ queryKey: mailsApi.list.key() })
      return retryFailure(error)
    },
  })
  return (
    <Button
      variant="quiet"
      size="small"
      busy={retry.isPending}
      aria-label={m.mails_retry_to({ recipient })}
      onClick={() => retry.mutate()}
    >
      <RotateCw aria-hidden className="size-4" />
      {m.mails_retry()}
    </Button>
  )
}
