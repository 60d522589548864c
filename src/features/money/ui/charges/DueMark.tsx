import { m } from '../../../../paraglide/messages.js'
import { Badge } from '../../../../kit/Badge.tsx'
import { FormattedDate, useNow } from '../../../../kit/dates.tsx'

/** By when a charge is to be paid, or that it is overdue. */
export function DueMark({ due }: { due: string | null }) {
  const today = new Date(useNow()).toISOString().slice(0, 10)
  if (!due) return null
  return due < today ? (
    <Badge tone="rejected">{m.payments_overdue()}</Badge>
  ) : (
    <Badge tone="neutral">
      {m.payments_due()} <FormattedDate at={due} />
    </Badge>
  )
}
