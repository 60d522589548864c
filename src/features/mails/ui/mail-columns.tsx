import { useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { IfMay } from '../../../client/session/staff.tsx'
import { useAct } from '../../../client/form/act.ts'
import { errorSentence } from '../../../client/error-messages.ts'
import { Badge, type Tone } from '../../../kit/Badge.tsx'
import type { Column } from '../../../kit/list/DataTable.tsx'
import { RelativeTime } from '../../../kit/dates.tsx'
import { mailsApi } from './mails.api.ts'
import { Button } from '../../../kit/Button.tsx'
import { replaceRow } from '../../../kit/list/paging.ts'

export const mailColumns = (): Column<Mail>[] => [
  recipientColumn(),
  statusColumn(),
  kindColumn(),
  writtenColumn(),
]

/** The columns of one customer's list, where the type tells the rows apart and not the address. */
export const customerMailColumns = (): Column<Mail>[] => [
  { ...kindColumn(), heading: true },
  statusColumn(),
  writtenColumn(),
  { ...recipientColumn(), heading: false, breaks: true },
]

const recipientColumn = (): Column<Mail> => ({
  id: 'recipient',
  header: m.mails_recipient(),
  heading: true,
  cell: ({ recipient }) => recipient,
})
const statusColumn = (): Column<Mail> => ({
  id: 'status',
  header: m.common_status(),
  cell: (row) => <Status {...row} />,
})
const kindColumn = (): Column<Mail> => ({
  id: 'kind',
  header: m.mails_kind(),
  cell: ({ kind }) => kindLabel(kind),
})
const writtenColumn = (): Column<Mail> => ({
  id: 'created',
  header: m.mails_written(),
  cell: ({ created_at }) => <RelativeTime at={created_at} />,
})

function Status(row: Mail) {
  const { reason, attempts } = row
  const { text, tone } = statusBadge(row)
  return (
    <span className="flex flex-col items-start gap-1">
      <Badge tone={tone}>{text}</Badge>
      {reason ? (
        <span className="max-w-text text-sm text-muted">
          {attempts > 1 ? `${m.mails_tries({ count: attempts })} · ` : null}
          {reasonText(reason)}
        </span>
      ) : null}
      {row.can_retry ? (
        <IfMay needs="messages.write">
          <RetryButton id={row.id} recipient={row.recipient} />
        </IfMay>
      ) : null}
    </span>
  )
}

type Mail = Awaited<ReturnType<typeof mailsApi.list.call>>['items'][number]
export type MailStatus = Mail['status']

export const statusLabels: Record<MailStatus, () => string> = {
  waiting: m.mails_waiting,
  sent: m.mails_sent,
  failed: m.mails_refused,
}

const statusTones: Record<MailStatus, Tone> = {
  waiting: 'pending',
  sent: 'available',
  failed: 'rejected',
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

/** The label of a mail's kind. An unknown kind, written by a newer version, is shown as it is. */
const kindLabel = (kind: string) => kindLabels[kind]?.() ?? kind

/** The badge of a status. Without a mail server, mails are written to files. */
const statusBadge = ({ status, to_file }: Mail): { text: string; tone: Tone } =>
  to_file && status === 'sent'
    ? { text: m.mails_to_file(), tone: 'neutral' }
    : { text: statusLabels[status](), tone: statusTones[status] }

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
      return errorSentence(m.mails_retry_failed)(error)
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
