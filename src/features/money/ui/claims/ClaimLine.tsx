import { methodLabel } from '../../../catalogue/ui/method-label.ts'
import { Banknote, MessageSquareQuote } from 'lucide-react'
import { m } from '../../../../paraglide/messages.js'
import { classes } from '../../../../kit/classes.ts'
import { formatDecimal } from '../../../../shared/money/money.ts'
import type { ClaimFields, ReviewFacts } from '../../claims/payable.contract.ts'

export type Payment = ReviewFacts['payments'][number]

export interface ClaimFactsProps {
  row: ClaimFields & Pick<ReviewFacts, 'claim' | 'payments' | 'part'>
  isDue: boolean
}

export const claimText = (claim: ClaimFactsProps['row']['claim']) =>
  m.money_claimed({
    amount: typeof claim?.amount === 'number' ? formatDecimal(claim.amount, claim.currency) : '—',
  })

/** Credit and withheld tax are entries of the shop. */
export const methodText = (method: string | null) =>
  method === 'credit'
    ? m.credit_of_customer()
    : method === 'withheld'
      ? m.invoices_withheld()
      : method && methodLabel(method)

export function paymentText({ amount, currency, seen, by }: Payment): string {
  const shown = formatDecimal(amount, currency)
  if (seen) return m.money_arrived({ amount: shown })
  return m.money_confirmed({ amount: shown, name: by ?? '—' })
}

/** Whether there is something to say of a payment. */
export const hasClaimLine = (row: ClaimFactsProps['row'], isDue: boolean) =>
  row.payment_confirmed || row.part || row.claim_rejection || isDue

/**
 * What is known of the payment of a request or an order, on one line. `short` leaves an icon of it.
 */
export function ClaimLine({ row, isDue, short = false }: ClaimFactsProps & { short?: boolean }) {
  const [payment] = row.payments
  if (row.payment_confirmed) {
    const facts = payment
      ? [methodText(payment.method), payment.code ?? payment.payer_name]
      : [row.payment_method, row.receipt_number ?? row.payer_name]
    const text = facts.filter(Boolean).join(' · ')
    const title = payment ? paymentText(payment) : claimText(row.claim)
    const Icon = payment ? Banknote : MessageSquareQuote
    const tone = payment ? (payment.seen ? 'text-available' : 'text-pending') : 'text-suggested'
    return (
      <span
        className={classes('inline-flex items-center gap-1', short ? 'shrink-0' : 'min-w-0')}
        title={`${title} · ${text}`}
      >
        <Icon aria-hidden className={`size-4 shrink-0 ${tone}`} />
        <span className="sr-only">{title} </span>
        <span className={short ? 'sr-only' : 'truncate'}>{text}</span>
      </span>
    )
  }
  if (short) return null
  if (row.part && !row.claim_rejection) return <PaidPart {...row.part} />
  const text = row.claim_rejection
    ? m.review_claim_was_rejected({ reason: row.claim_rejection })
    : isDue
      ? m.common_not_paid_yet()
      : null
  return text ? (
    <span title={text} className="truncate text-muted">
      {text}
    </span>
  ) : null
}

/** What received money has paid of the amount due. */
export const PaidPart = ({ settled, amount, currency }: NonNullable<ClaimFactsProps['row']['part']>) => (
  <span className="text-sm font-semibold">
    {m.review_paid_part({
      settled: formatDecimal(settled, currency),
      amount: formatDecimal(amount, currency),
    })}
  </span>
)
