import { Banknote } from 'lucide-react'
import { m } from '../../../../paraglide/messages.js'
import { shownDollars } from '../../../../shared/money.ts'
import { Copyable } from '../../../../kit/Copyable.tsx'
import type { ReviewedRequest } from '../api.ts'
import { RelativeTime } from '../../../../kit/dates.tsx'

type ClaimFactsOf = Pick<
  ReviewedRequest,
  'claim' | 'payment_confirmed' | 'claim_rejection' | 'payment_method' | 'payer_name' | 'receipt_number'
>

interface ClaimFactsProps {
  request: ClaimFactsOf
  /** Something is asked to be paid for. */
  isDue: boolean
}

/** What the customer says to have paid: the amount of the offer then, how, with which receipt, and who. */
export function ClaimFacts({ request, isDue }: ClaimFactsProps) {
  const { claim } = request
  if (!request.payment_confirmed)
    return (
      <p className="text-sm text-muted wrap-anywhere">
        {request.claim_rejection
          ? m.review_claim_was_rejected({ reason: request.claim_rejection })
          : isDue
            ? m.review_not_paid()
            : null}
      </p>
    )
  return (
    <div className="min-w-0 text-sm">
      <p className="flex flex-wrap items-center gap-x-1.5 font-semibold">
        <Banknote aria-hidden className="size-4 text-available" />
        {m.review_paid({ amount: typeof claim?.amount === 'number' ? shownDollars(claim.amount) : '—' })}
        {claim ? (
          <span className="font-normal text-muted">
            · <RelativeTime at={claim.claimed_at} />
          </span>
        ) : null}
      </p>
      <p className="wrap-anywhere">
        {request.payment_method} · {request.payer_name}
      </p>
      {request.receipt_number ? <Copyable text={request.receipt_number} /> : null}
    </div>
  )
}
