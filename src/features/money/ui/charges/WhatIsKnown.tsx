import type { ReactNode } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { FormattedDate } from '../../../../kit/dates.tsx'
import { usePageData } from '../../../../kit/page/page-data.ts'
import { textIn } from '../../../../shared/texts/bilingual.ts'
import { formatDecimal } from '../../../../shared/money/money.ts'
import { isShopMethod } from '../../received/receipt-key.ts'
import { useMethodName } from '../received/method-names.ts'
import type { OwnCharge } from './charges.api.ts'

/**
 * What is known of the payment of an amount due, as rows of a list of facts: what has arrived, what the shop has confirmed,
 * what the customer says, and what was rejected. A claim that was confirmed is shown as its payment.
 */
export function WhatIsKnown({ payments, claims }: Pick<OwnCharge, 'payments' | 'claims'>) {
  const { locale } = usePageData()
  const nameOf = useMethodName()
  return (
    <>
      {payments.map((one) => (
        <Fact key={one.id} label={labelOf(one)}>
          {[formatDecimal(one.amount, one.currency), nameOf(one.method), one.code]
            .filter(Boolean)
            .join(' · ')}
          {' · '}
          <FormattedDate at={one.at} />
        </Fact>
      ))}
      {claims
        .filter(({ state }) => state === 'open' || state === 'rejected' || !payments.length)
        .map((claim) => (
          <Fact
            key={claim.id}
            label={claim.state === 'rejected' ? m.payments_claim_rejected() : m.payments_own_said()}
          >
            {[claim.payment_method, claim.receipt_number, textIn(claim.reason, locale)]
              .filter(Boolean)
              .join(' · ')}
          </Fact>
        ))}
    </>
  )
}

function labelOf({ seen, method }: OwnCharge['payments'][number]): string {
  if (!seen) return m.payments_own_confirmed()
  return method !== null && isShopMethod(method) ? m.common_payment() : m.payments_own_arrived()
}

interface FactProps {
  label: string
  className?: string
  children: ReactNode
}

/** A row of a list of facts about an amount due. */
export const Fact = ({ label, className = 'wrap-anywhere', children }: FactProps) => (
  <>
    <dt className="text-sm text-muted max-sm:not-first:mt-2.5">{label}</dt>
    <dd className={className}>{children}</dd>
  </>
)
