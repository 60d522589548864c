import { methodLabel } from '../../../catalogue/ui/method-label.ts'
import { Banknote, MessageSquareQuote } from 'lucide-react'
import { m } from '../../../../paraglide/messages.js'
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

/** The receipt of the payment of a request or an order, on one line. What is known of it is its tooltip. */
export function ClaimLine({ row }: Pick<ClaimFactsProps, 'row'>) {
  if (!row.payment_confirmed) return null
  const [payment] = row.payments
  const [method, text] = payment
    ? [methodText(payment.method), payment.code ?? payment.payer_name]
    : [row.payment_method, row.receipt_number ?? row.payer_name]
  const title = payment ? paymentText(payment) : claimText(row.claim)
  const Icon = payment ? Banknote : MessageSquareQuote
  const tone = payment ? (payment.seen ? 'text-available' : 'text-pending') : 'text-suggested'
  return (
    <span
      className="flex min-w-0 items-center gap-1 text-sm"
      title={[title, method, text].filter(Boolean).join(' · ')}
    >
      <Icon aria-hidden className={`size-4 shrink-0 ${tone}`} />
      <span className="sr-only">{[title, method].filter(Boolean).join(' · ')} </span>
      <span className="truncate">{text ?? method}</span>
    </span>
  )
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
