import { m } from '../../../paraglide/messages.js'
import { Badge } from '../../../kit/Badge.tsx'
import type { Column } from '../../../kit/list/DataTable.tsx'
import { RelativeTime } from '../../../kit/dates.tsx'
import { kindWords, type Mail, reasonWords, statusOf } from './mail-words.ts'
import { RetryButton } from './RetryButton.tsx'

/** A mail in a line: to whom, about what, and how far it is. */
export const mailColumns = (): Column<Mail>[] => [
  { id: 'recipient', header: m.mails_recipient(), heading: true, cell: ({ recipient }) => recipient },
  { id: 'kind', header: m.mails_kind(), cell: ({ kind }) => kindWords(kind) },
  { id: 'status', header: m.mails_status(), cell: (row) => <Status {...row} /> },
  { id: 'created', header: m.mails_written(), cell: ({ created_at }) => <RelativeTime at={created_at} /> },
]

function Status(row: Mail) {
  const { reason, attempts } = row
  const { words, tone } = statusOf(row)
  return (
    <span className="flex flex-col items-start gap-1 max-sm:items-end">
      <Badge tone={tone}>{words}</Badge>
      {reason ? (
        <span className="max-w-text text-sm text-muted">
          {attempts > 1 ? `${m.mails_tries({ count: attempts })} · ` : null}
          {reasonWords(reason)}
        </span>
      ) : null}
      {row.can_retry ? <RetryButton id={row.id} recipient={row.recipient} /> : null}
    </span>
  )
}
