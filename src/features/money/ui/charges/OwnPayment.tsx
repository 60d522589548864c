import { useQuery } from '@tanstack/react-query'
import { forTerm, TermPrice } from '../../../catalogue/ui/price-terms.tsx'
import { m } from '../../../../paraglide/messages.js'
import { failureReason, refusalCode } from '../../../../client/error-messages.ts'
import { Card } from '../../../../kit/Card.tsx'
import { ErrorState } from '../../../../kit/list/list-states.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { BackLink } from '../../../../kit/page/BackLink.tsx'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { moneyFromDecimal } from '../../../../shared/money/money.ts'
import { claimsApi } from '../claims/claims.api.ts'
import { InvoicesOf } from '../invoices/InvoicesOf.tsx'
import { ChargeMarks, isOpenCharge } from './charge-marks.tsx'
import { billTitle } from './bill-title.ts'
import { chargesApi, type OwnCharge } from './charges.api.ts'
import { OpenClaim } from './OpenClaim.tsx'
import { PaymentStep } from './PaymentStep.tsx'
import { WhatIsKnown } from './WhatIsKnown.tsx'

const texts = {
  confirm: m.common_confirm_payment_title,
  fieldsMissing: m.requests_fields_missing,
  claimFailed: m.requests_claim_failed,
}

/** The page to pay on, by the reference in its address: how much, where to, how, and what the customer said. */
export function OwnPayment({ reference }: { reference: string }) {
  const query = useQuery(chargesApi.get.queryOptions({ input: { reference } }))
  return (
    <>
      <BackLink to="/dashboard/payments">{m.common_payments()}</BackLink>
      {query.data ? (
        <Payment charge={query.data} />
      ) : query.isError ? (
        refusalCode(query.error) === 'NOT_FOUND' ? (
          <ErrorState title={m.payments_not_found()} />
        ) : (
          <ErrorState title={m.payments_failed()} query={query}>
            {failureReason(query.error, { texts: {} })}
          </ErrorState>
        )
      ) : (
        <div role="status" aria-busy aria-label={m.payments_pay_title()}>
          <Skeleton className="h-64" />
        </div>
      )}
    </>
  )
}

function Payment({ charge }: { charge: OwnCharge }) {
  const [last] = charge.claims
  const isOpen = isOpenCharge(charge)
  const earlier = charge.state === 'claimed' ? charge.claims.slice(1) : charge.claims
  return (
    <div className="flex max-w-3xl flex-col gap-5">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <ChargeMarks charge={charge} />
          <h1 className="mt-1 text-2xl font-bold wrap-anywhere">{billTitle(charge)}</h1>
        </div>
        <p className="text-2xl font-bold tabular-nums">
          <TermPrice
            price={moneyFromDecimal(isOpen ? charge.rest : charge.amount, charge.currency)}
            term={forTerm(charge.months)}
          />
        </p>
      </header>
      {charge.state === 'open' || charge.state === 'part' ? (
        <Card>
          <PaymentStep
            open
            name={billTitle(charge)}
            price={moneyFromDecimal(charge.rest, charge.currency)}
            reference={charge.reference}
            rejection={last?.state === 'rejected' ? (last.reason ?? '') : null}
            texts={texts}
            queryKey={chargesApi.key()}
            send={(payment) => claimsApi.claim.call({ reference: charge.reference, ...payment })}
          />
        </Card>
      ) : null}
      {charge.state === 'claimed' && last ? <OpenClaim charge={charge} claim={last} texts={texts} /> : null}
      {charge.state === 'paid' ? <Notice tone="success">{m.payments_paid_thanks()}</Notice> : null}
      {isOpen ? null : <InvoicesOf charge={{ id: charge.id, isOpen: false }} />}
      {charge.payments.length + earlier.length > 0 ? (
        <dl className="grid grid-cols-1 gap-x-6 text-sm sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-y-1.5">
          <WhatIsKnown payments={charge.payments} claims={earlier} />
        </dl>
      ) : null}
    </div>
  )
}
