import { BanknoteArrowUp, CircleHelp, ShieldAlert, UserSearch } from 'lucide-react'
import { m } from '../../../../paraglide/messages.js'
import { formatDecimal } from '../../../../shared/money/money.ts'
import { claimMarks, type Mark } from '../../../requests/ui/review/Marks.tsx'
import { type OrderCheck, orderChecks } from '../../order-checks.ts'
import type { ReviewedOrder } from '../order-parts.tsx'

const marks: Record<OrderCheck, (order: ReviewedOrder) => Mark> = {
  ...claimMarks,
  unchecked: () => ({
    icon: CircleHelp,
    text: m.orders_mark_unchecked(),
    brief: m.orders_brief_unchecked(),
  }),
  wanted: () => ({
    icon: UserSearch,
    text: m.orders_mark_wanted(),
    brief: m.review_brief_wanted(),
  }),
  held: () => ({
    icon: ShieldAlert,
    text: m.orders_mark_held(),
    brief: m.review_brief_held(),
  }),
}

/** What an admin should know of an order before deciding. */
export function orderMarks(order: ReviewedOrder): Mark[] {
  const checks = orderChecks(order).map((check) => marks[check](order))
  if (order.owed_back <= 0) return checks
  const amount = formatDecimal(order.owed_back, order.currency)
  return [
    {
      icon: BanknoteArrowUp,
      text: m.orders_review_owed({ amount }),
      brief: m.orders_review_owed_brief({ amount }),
    },
    ...checks,
  ]
}
