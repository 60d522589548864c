import { m } from '../../../../paraglide/messages.js'
import { draftOf, type OrderDraft } from '../../review-draft.ts'
import { EditConflict } from '../../../../kit/Notice.tsx'
import { lineWords, type ReviewedOrder, statusWords } from '../orders.ts'

interface OrderConflictProps {
  mine: OrderDraft
  theirs: ReviewedOrder
  onTake: () => void
  onSaveOver: () => void
}

/** Someone changed the order meanwhile: both decisions side by side where they differ, and the choice. */
export function OrderConflict({ mine, theirs, ...acts }: OrderConflictProps) {
  return (
    <EditConflict
      title={m.orders_review_conflict()}
      note={theirs.payment_confirmed ? m.review_conflict_paid() : undefined}
      mine={shownDraft(mine)}
      theirs={shownDraft(draftOf(theirs))}
      {...acts}
    />
  )
}

const shownDraft = ({ status, admin_feedback, states }: OrderDraft): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(states).map(([domain, state]) => [domain, lineWords[state]()])),
  [m.requests_status()]: statusWords[status](),
  [m.review_feedback()]: admin_feedback || '—',
})
