import { Banknote, MessageSquareQuote } from 'lucide-react'
import { m } from '../../../../paraglide/messages.js'
import { Copyable } from '../../../../kit/Copyable.tsx'
import { Moment } from '../../../../kit/dates.tsx'
import { ClaimPhoto } from './ClaimPhoto.tsx'
import { PastedMessage } from './PastedMessage.tsx'
import {
  type ClaimFactsProps,
  claimText,
  methodText,
  PaidPart,
  type Payment,
  paymentText,
} from './ClaimLine.tsx'

/**
 * What is known of the payment of a request or an order: what has arrived, what an admin confirmed without having seen it,
 * or what the customer says. And what is paid in part.
 */
export function ClaimCards({ row, isDue }: ClaimFactsProps) {
  const { claim, payments } = row
  const part = row.part ? <PaidPart {...row.part} /> : null
  if (!row.payment_confirmed)
    return part && !row.claim_rejection ? (
      part
    ) : (
      <p className="text-sm text-muted wrap-anywhere">
        {row.claim_rejection
          ? m.review_claim_was_rejected({ reason: row.claim_rejection })
          : isDue
            ? m.common_not_paid_yet()
            : null}{' '}
        {part}
      </p>
    )
  return (
    <div className="grid min-w-0 gap-2 text-sm">
      {payments.map((payment) => (
        <PaymentFacts key={payment.at + payment.code} payment={payment} />
      ))}
      {payments.length ? null : (
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-1.5 font-semibold">
            <MessageSquareQuote aria-hidden className="size-4 text-suggested" />
            {claimText(claim)}
            {claim ? (
              <span className="font-normal text-muted">
                · <Moment at={claim.claimed_at} />
              </span>
            ) : null}
          </p>
          <p className="wrap-anywhere">
            {row.payment_method} · {row.payer_name}
          </p>
          {row.receipt_number ? <Copyable text={row.receipt_number} /> : null}
          {claim?.receipt_text ? <PastedMessage text={claim.receipt_text} /> : null}
          {claim?.photo ? <ClaimPhoto claim={claim.photo} /> : null}
        </div>
      )}
      {part}
    </div>
  )
}

/** A payment that pays the row: arrived, or confirmed by an admin who has not seen it. */
function PaymentFacts({ payment }: { payment: Payment }) {
  const { method, payer_name, code, at, seen } = payment
  return (
    <div className="min-w-0">
      <p className="flex flex-wrap items-center gap-x-1.5 font-semibold">
        <Banknote aria-hidden className={`size-4 ${seen ? 'text-available' : 'text-pending'}`} />
        {paymentText(payment)}
        <span className="font-normal text-muted">
          · <Moment at={at} />
        </span>
      </p>
      <p className="wrap-anywhere">{[methodText(method), payer_name].filter(Boolean).join(' · ')}</p>
      {code ? <Copyable text={code} /> : null}
    </div>
  )
}
