import { m } from '../../../../paraglide/messages.js'
import { shownDollars } from '../../../../shared/money.ts'
import type { ReviewedRequest } from '../api.ts'
import type { Product } from '../product.ts'
import { type Draft, draftOf } from '../../review-draft.ts'
import { EditConflict } from '../../../../kit/Notice.tsx'

interface ConflictNoticeProps {
  product: Product
  mine: Draft
  theirs: ReviewedRequest
  onTake: () => void
  onSaveOver: () => void
}

/** Someone changed the request meanwhile: both versions side by side where they differ, and the choice. */
export function ConflictNotice({ product, mine, theirs, ...acts }: ConflictNoticeProps) {
  return (
    <EditConflict
      title={m.review_conflict()}
      note={theirs.payment_confirmed ? m.review_conflict_paid() : undefined}
      mine={shownDraft(product, mine)}
      theirs={shownDraft(product, draftOf(theirs))}
      {...acts}
    />
  )
}

const shownDraft = (product: Product, draft: Draft): Record<string, string> => ({
  [m.requests_status()]: product.statuses[draft.status]?.() ?? '—',
  [m.requests_price()]: draft.price === '' ? '—' : shownDollars(Number(draft.price)),
  [m.review_feedback()]: draft.admin_feedback || '—',
  [m.review_suggestions()]: draft.suggestions.trim() || '—',
})
