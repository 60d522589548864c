import { Banknote } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { formatDecimal } from '../../../shared/money.ts'
import { Copyable } from '../../../kit/Copyable.tsx'
import { RelativeTime } from '../../../kit/dates.tsx'

interface ClaimFactsProps {
  row: {
    claim: { amount: number | null; currency: string; claimed_at: string } | null
    payment_confirmed: boolean
    claim_rejection: string | null
    payment_method: string | null
    payer_name: string | null
    receipt_number: string | null
  }
  /** Whether the customer should pay now. */
  isDue: boolean
}

/** The claim of payment of a request or an order: the amount due then, the method, the payer and the receipt. */
export function ClaimFacts({ row, isDue }: ClaimFactsProps) {
  const { claim } = row
  if (!row.payment_confirmed)
    return (
      <p className="text-sm text-muted wrap-anywhere">
        {row.claim_rejection
          ? m.review_claim_was_rejected({ reason: row.claim_rejection })
          : isDue
            ? m.review_not_paid()
            : null}
      </p>
    )
  return (
    <div className="min-w-0 text-sm">
      <p className="flex flex-wrap items-center gap-x-1.5 font-semibold">
        <Banknote aria-hidden className="size-4 text-available" />
        {m.review_paid({
          amount: typeof claim?.amount === 'number' ? formatDecimal(claim.amount, claim.currency) : '—',
        })}
        {claim ? (
          <span className="font-normal text-muted">
            · <RelativeTime at={claim.claimed_at} />
          </span>
        ) : null}
      </p>
      <p className="wrap-anywhere">
        {row.payment_method} · {row.payer_name}
      </p>
      {row.receipt_number ? <Copyable text={row.receipt_number} /> : null}
    </div>
  )
}
