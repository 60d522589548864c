import { Banknote } from 'lucide-react'
import { m } from '../../../../paraglide/messages.js'
import { formatDecimal } from '../../../../shared/money.ts'
import { Copyable } from '../../../../kit/Copyable.tsx'
import { RelativeTime } from '../../../../kit/dates.tsx'

interface ClaimFactsProps {
  row: {
    claim: { amount: number | null; currency: string; claimed_at: string } | null
    payment_confirmed: boolean
    claim_rejection: string | null
    payment_method: string | null
    payer_name: string | null
    receipt_number: string | null
    part: { settled: number; amount: number; currency: string } | null
  }
  /** Whether the customer should pay now. */
  isDue: boolean
}

/**
 * The claim of payment of a request or an order: the amount due then, the method, the payer and the receipt. And what is
 * paid in part.
 */
export function ClaimFacts({ row, isDue }: ClaimFactsProps) {
  const { claim } = row
  const part = row.part ? <PaidPart {...row.part} /> : null
  if (!row.payment_confirmed)
    return part && !row.claim_rejection ? (
      part
    ) : (
      <p className="text-sm text-muted wrap-anywhere">
        {row.claim_rejection
          ? m.review_claim_was_rejected({ reason: row.claim_rejection })
          : isDue
            ? m.review_not_paid()
            : null}{' '}
        {part}
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
      {part}
    </div>
  )
}

/** The claim of payment on one line: how and with which receipt, or that nothing was paid. `short` leaves an icon of it. */
export function ClaimLine({ row, isDue, short = false }: ClaimFactsProps & { short?: boolean }) {
  if (row.payment_confirmed) {
    const text = [row.payment_method, row.receipt_number ?? row.payer_name].filter(Boolean).join(' · ')
    return (
      <span className="inline-flex min-w-0 items-center gap-1" title={`${text} · ${row.payer_name ?? ''}`}>
        <Banknote aria-hidden className="size-4 shrink-0 text-available" />
        <span className={short ? 'sr-only' : 'truncate'}>{text}</span>
      </span>
    )
  }
  if (short) return null
  if (row.part && !row.claim_rejection) return <PaidPart {...row.part} />
  const text = row.claim_rejection
    ? m.review_claim_was_rejected({ reason: row.claim_rejection })
    : isDue
      ? m.review_not_paid()
      : null
  return text ? (
    <span title={text} className="truncate text-muted">
      {text}
    </span>
  ) : null
}

/** What received money has paid of the amount due. */
const PaidPart = ({ settled, amount, currency }: NonNullable<ClaimFactsProps['row']['part']>) => (
  <span className="text-sm font-semibold">
    {m.review_paid_part({
      settled: formatDecimal(settled, currency),
      amount: formatDecimal(amount, currency),
    })}
  </span>
)
