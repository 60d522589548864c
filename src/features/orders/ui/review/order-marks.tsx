import { BanknoteArrowUp, CircleHelp, ShieldAlert, UserSearch } from 'lucide-react'
import { m } from '../../../../paraglide/messages.js'
import { formatDecimal } from '../../../../shared/money/money.ts'
import { type Mark, receiptMarks, refusedMark } from '../../../requests/ui/review/Marks.tsx'
import type { ReviewedOrder } from '../order-parts.tsx'

/** What an admin should know of an order before deciding. */
export function orderMarks(order: ReviewedOrder): Mark[] {
  const isOpen = order.status === 'pending'
  return [
    order.owed_back > 0 && {
      icon: BanknoteArrowUp,
      text: m.orders_review_owed({ amount: formatDecimal(order.owed_back, order.currency) }),
      brief: m.orders_review_owed_brief({ amount: formatDecimal(order.owed_back, order.currency) }),
    },
    isOpen &&
      order.lines.some((line) => line.unchecked) && {
        icon: CircleHelp,
        text: m.orders_mark_unchecked(),
        brief: m.orders_brief_unchecked(),
      },
    order.claim?.receipt_seen_before && receiptMarks.used(),
    order.claim?.receipt_unusual && receiptMarks.unusual(),
    order.refused_claims > 0 && refusedMark(order.refused_claims),
    isOpen &&
      order.wanted_elsewhere.length > 0 && {
        icon: UserSearch,
        text: m.orders_mark_wanted(),
        brief: m.review_brief_wanted(),
      },
    isOpen &&
      order.held_by_other.length > 0 && {
        icon: ShieldAlert,
        text: m.orders_mark_held(),
        brief: m.review_brief_held(),
      },
  ].filter((mark) => !!mark)
}
