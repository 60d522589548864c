import { CopyX, ReceiptText, RefreshCw, ShieldAlert, Users, type LucideIcon } from 'lucide-react'
import { m } from '../../../../paraglide/messages.js'
import { Badge } from '../../../../kit/Badge.tsx'
import type { ReviewedRequest } from '../api.ts'
import type { Product } from '../product.ts'

/** What an admin should know before deciding: each mark as a word and a sign. */
export function Marks({ product, request }: { product: Product; request: ReviewedRequest }) {
  // Once it is theirs, who else wanted it is no question any more.
  const isActive = product.stages[request.status] === 'active'
  const marks: [LucideIcon, string | false | null | undefined][] = [
    [RefreshCw, request.renews && m.review_mark_renewal()],
    [ReceiptText, request.claim?.receipt_seen_before && m.review_mark_receipt()],
    [CopyX, request.refused_claims > 0 && m.review_mark_refused({ count: request.refused_claims })],
    [
      Users,
      !isActive &&
        request.competing_requests > 0 &&
        m.review_mark_competing({ count: request.competing_requests }),
    ],
    [ShieldAlert, request.held_by_other && m.review_mark_held()],
  ]
  const shown = marks.filter(([, words]) => words)
  if (shown.length === 0) return null
  return (
    <ul aria-label={m.review_marks()} className="mt-1.5 flex flex-wrap gap-1.5">
      {shown.map(([icon, words]) => (
        <li key={String(words)}>
          <Badge tone={icon === RefreshCw ? 'neutral' : 'pending'} icon={icon}>
            {words}
          </Badge>
        </li>
      ))}
    </ul>
  )
}
