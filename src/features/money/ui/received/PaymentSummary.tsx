import { Suspense } from 'react'
import { loadedLater } from '../../../../kit/loaded-later.ts'
import { formatDecimal } from '../../../../shared/money/money.ts'
import type { EvidenceListProps } from './EvidenceCards.tsx'
import { useMethodName } from './method-names.ts'
import type { Payment } from './payments.api.ts'
import { knownText } from './payment-labels.ts'

/** A payment at a glance: its amount, what is known of it, who paid it and how. */
export function PaymentSummary({ payment }: { payment: Payment }) {
  const methodName = useMethodName()
  const { amount, currency, method, code, payer_name, payer_phone, reference } = payment
  return (
    <div className="rounded-control bg-well p-3 text-sm wrap-anywhere">
      <p className="flex flex-wrap items-baseline justify-between gap-x-4">
        <b className="text-base tabular-nums">
          {amount === null || currency === null ? '—' : formatDecimal(amount, currency)}
        </b>
        <span className="text-muted">{knownText(payment)}</span>
      </p>
      <p>{[methodName(method), code, payer_name, payer_phone, reference].filter(Boolean).join(' · ')}</p>
    </div>
  )
}

const EvidenceCards = loadedLater(() => import('./EvidenceCards.tsx').then((file) => file.EvidenceCards))

/** All that says something of a payment, loaded once it is shown. */
export const EvidenceList = (props: EvidenceListProps) => (
  <Suspense>
    <EvidenceCards {...props} />
  </Suspense>
)
