import { CircleHelp, CopyX, ReceiptText, ShieldAlert, UserSearch } from 'lucide-react'
import { m } from '../../../../paraglide/messages.js'
import { formatDecimal } from '../../../../shared/money/money.ts'
import type { Mark } from '../../../requests/ui/review/Marks.tsx'
import type { ReviewedOrder } from '../order-parts.tsx'

export const Owed = ({ order: { owed_back, currency } }: { order: ReviewedOrder }) => (
  <span
    className="truncate text-sm font-semibold text-danger"
    title={m.orders_review_owed({ amount: formatDecimal(owed_back, currency) })}
  >
    {m.orders_review_owed({ amount: formatDecimal(owed_back, currency) })}
  </span>
)

/** What an admin should know of an order before deciding. */
export function orderMarks(order: ReviewedOrder): Mark[] {
  const isOpen = order.status === 'pending'
  return [
    isOpen &&
      order.lines.some((line) => line.unchecked) && { icon: CircleHelp, text: m.orders_mark_unchecked() },
    order.claim?.receipt_seen_before && { icon: ReceiptText, text: m.review_mark_receipt() },
    order.claim?.receipt_unusual && { icon: ReceiptText, text: m.review_mark_receipt_unusual() },
    order.refused_claims > 0 && { icon: CopyX, text: m.review_mark_refused({ count: order.refused_claims }) },
    isOpen && order.wanted_elsewhere.length > 0 && { icon: UserSearch, text: m.orders_mark_wanted() },
    isOpen && order.held_by_other.length > 0 && { icon: ShieldAlert, text: m.orders_mark_held() },
  ].filter((mark) => !!mark)
}
