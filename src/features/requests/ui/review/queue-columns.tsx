import { CircleMinus, CircleX } from 'lucide-react'
import { m } from '../../../../paraglide/messages.js'
import type { Column } from '../../../../kit/data-list/column.ts'
import { formatDecimal } from '../../../../shared/money/money.ts'
import { type ClaimFactsProps, ClaimLine } from '../../../money/ui/claims/ClaimLine.tsx'
import { type Mark, MarkIcons } from './Marks.tsx'

type Claimed = ClaimFactsProps['row']

/** What is odd about the payment of a request or an order. */
function paymentMarks({ payment_confirmed, claim_rejection, part }: Claimed): Mark[] {
  if (payment_confirmed) return []
  if (claim_rejection)
    return [
      {
        icon: CircleX,
        text: m.review_claim_was_rejected({ reason: claim_rejection }),
        brief: m.review_brief_rejected(),
      },
    ]
  if (!part) return []
  const text = m.review_paid_part({
    settled: formatDecimal(part.settled, part.currency),
    amount: formatDecimal(part.amount, part.currency),
  })
  return [{ icon: CircleMinus, text }]
}

/** The columns of a queue of what is to be known before deciding, and of the receipt. */
export function queueColumns<Row extends Claimed>(
  marksOf: (row: Row) => readonly Mark[],
  receiptFrom: 'xl' | 'wide',
): Column<Row, never>[] {
  const allOf = (row: Row) => [...paymentMarks(row), ...marksOf(row)]
  return [
    {
      id: 'marks',
      header: m.review_to_check(),
      width: 'w-32',
      isPlain: true,
      from: 'xl',
      has: (row) => allOf(row).length,
      cell: (row) => (
        <span className="flex min-w-0 items-center gap-1.5 text-sm">
          <MarkIcons marks={allOf(row)} />
        </span>
      ),
    },
    {
      id: 'receipt',
      header: m.review_receipt(),
      width: 'w-32',
      isPlain: true,
      from: receiptFrom,
      has: ({ payment_confirmed }) => payment_confirmed,
      cell: (row) => <ClaimLine row={row} />,
    },
  ]
}
