import { CircleHelp, CopyX, ReceiptText, ShieldAlert, Users, type LucideIcon } from 'lucide-react'
import { m } from '../../../../paraglide/messages.js'
import { Badge } from '../../../../kit/Badge.tsx'
import type { ReviewedOrder } from '../orders.ts'

/** What an admin should know of the order as a whole before deciding: each mark as a word and a sign. */
export function OrderMarks({ order }: { order: ReviewedOrder }) {
  const isOpen = order.status === 'pending'
  const marks: [LucideIcon, string | false | null | undefined][] = [
    [CircleHelp, isOpen && order.lines.some((line) => line.unchecked) && m.orders_mark_unchecked()],
    [ReceiptText, order.claim?.receipt_seen_before && m.review_mark_receipt()],
    [CopyX, order.refused_claims > 0 && m.review_mark_refused({ count: order.refused_claims })],
    [Users, isOpen && order.wanted_elsewhere.length > 0 && m.orders_mark_wanted()],
    [ShieldAlert, isOpen && order.held_by_other.length > 0 && m.orders_mark_held()],
  ]
  const shown = marks.filter(([, words]) => words)
  if (shown.length === 0) return null
  return (
    <ul aria-label={m.review_marks()} className="mt-1.5 flex flex-wrap gap-1.5">
      {shown.map(([icon, words]) => (
        <li key={String(words)}>
          <Badge tone="pending" icon={icon}>
            {words}
          </Badge>
        </li>
      ))}
    </ul>
  )
}
