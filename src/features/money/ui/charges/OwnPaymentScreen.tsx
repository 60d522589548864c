import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { m } from '../../../../paraglide/messages.js'
import { failureReason, refusalCode } from '../../../../client/error-messages.ts'
import { Badge } from '../../../../kit/Badge.tsx'
import { Button } from '../../../../kit/Button.tsx'
import { Card } from '../../../../kit/Card.tsx'
import { RelativeTime } from '../../../../kit/dates.tsx'
import { ErrorState } from '../../../../kit/list/list-states.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { ConfirmDialog } from '../../../../kit/overlay/Dialog.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { BackLink } from '../../../../kit/page/BackLink.tsx'
import { usePageData } from '../../../../kit/page/page-data.ts'
import { pageTitle } from '../../../../kit/page/page-title.ts'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { textIn } from '../../../../shared/bilingual.ts'
import { formatDecimal, moneyFromDecimal } from '../../../../shared/money.ts'
import { AddPhoto } from '../claims/AddPhoto.tsx'
import { claimsApi } from '../claims/claims-api.ts'
import { PaymentForm, usePaymentClaim } from '../claims/PaymentForm.tsx'
import { PapersOf } from '../invoices/PapersOf.tsx'
import { chargeStates } from './charge-states.ts'
import { chargesApi, chargeTitle, type OwnCharge } from './charges-api.ts'
import { DueMark } from './DueMark.tsx'
import { PaymentStep } from './PaymentStep.tsx'

export const meta = pageTitle(() => ({ title: m.payments_pay_title() }))

const texts = {
  confirm: m.orders_confirm,
  fieldsMissing: m.requests_fields_missing,
  claimFailed: m.requests_claim_failed,
}

/** The page to pay on, by the reference in its address: how much, where to, how, and what the customer said. */
export default function OwnPaymentScreen() {
  const { reference = '' } = useParams()
  const query = useQuery(chargesApi.get.queryOptions({ input: { reference } }))
  return (
    <>
      <BackLink to="/dashboard/payments">{m.payments_own_title()}</BackLink>
      {query.data ? (
        <Payment charge={query.data} />
      ) : query.isError ? (
        refusalCode(query.error) === 'NOT_FOUND' ? (
          <ErrorState title={m.payments_not_found()} />
        ) : (
          <ErrorState
            title={m.payments_failed()}
            onRetry={() => void query.refetch()}
            busy={query.isFetching}
          >
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
  const [tone, label] = chargeStates[charge.state]
  const [last] = charge.claims
  const isOpen = charge.state !== 'paid' && charge.state !== 'void'
  return (
    <div className="flex max-w-3xl flex-col gap-5">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <p className="flex flex-wrap gap-1.5">
            <Badge tone={tone}>{label()}</Badge>
            {isOpen ? <DueMark due={charge.due_on} /> : null}
          </p>
          <h1 className="mt-1 text-2xl font-bold wrap-anywhere">{chargeTitle(charge)}</h1>
        </div>
        <p className="text-2xl font-bold tabular-nums">
          {formatDecimal(isOpen ? charge.rest : charge.amount, charge.currency)}
        </p>
      </header>
      {charge.state === 'open' || charge.state === 'part' ? (
        <Card>
          <PaymentStep
            open
            name={chargeTitle(charge)}
            price={moneyFromDecimal(charge.rest, charge.currency)}
            reference={charge.reference}
            rejection={last?.state === 'rejected' ? (last.reason ?? '') : null}
            texts={texts}
            queryKey={chargesApi.key()}
            send={(payment) => claimsApi.claim.call({ reference: charge.reference, ...payment })}
          />
        </Card>
      ) : null}
      {charge.state === 'claimed' && last ? <Claimed charge={charge} claim={last} /> : null}
      {charge.state === 'paid' ? <Notice tone="success">{m.payments_paid_thanks()}</Notice> : null}
      {isOpen ? null : <PapersOf charge={{ id: charge.id, isOpen: false }} />}
      <Earlier claims={charge.state === 'claimed' ? charge.claims.slice(1) : charge.claims} />
    </div>
  )
}

type Claim = OwnCharge['claims'][number]

/** What the customer said and nobody has decided: it can be corrected and withdrawn. */
function Claimed({ charge, claim }: { charge: OwnCharge; claim: Claim }) {
  const client = useQueryClient()
  const { reference } = charge
  const [isEditing, setEditing] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const correction = usePaymentClaim(
    `${chargeTitle(charge)} ${claim.id}`,
    chargesApi.key(),
    (payment) => claimsApi.correct.call({ reference, ...payment }),
    { initial: claim, onSent: () => setEditing(false) },
  )
  const withdraw = useMutation({
    mutationFn: () => claimsApi.withdraw.call({ reference }),
    onSuccess: () => toast.success(m.payments_claim_withdrawn()),
    onError: (error) =>
      toast.error(
        refusalCode(error) === 'NOT_OPEN' ? m.payments_claim_decided() : failureReason(error, { texts: {} }),
      ),
    onSettled: () => {
      setAsking(false)
      return client.invalidateQueries({ queryKey: chargesApi.key() })
    },
  })
  return (
    <Card className="flex flex-col gap-4">
      <div>
        <h2 className="text-lg font-bold">{m.payments_claim_said()}</h2>
        <p className="mt-1 wrap-anywhere">
          {[claim.payment_method, claim.receipt_number, claim.payer_name].filter(Boolean).join(' · ')}
          <span className="text-muted">
            {' · '}
            <RelativeTime at={claim.created_at} />
          </span>
        </p>
        <p className="mt-1 text-muted">{m.payments_claim_checked()}</p>
      </div>
      {isEditing ? (
        <PaymentForm
          name={chargeTitle(charge)}
          texts={texts}
          claim={correction}
          onClose={() => setEditing(false)}
        />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" onClick={() => setEditing(true)}>
            {m.payments_claim_correct()}
          </Button>
          <Button variant="quiet" onClick={() => setAsking(true)}>
            {m.payments_claim_withdraw()}
          </Button>
        </div>
      )}
      <AddPhoto reference={reference} has={claim.photo} />
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={m.payments_claim_withdraw()}
        confirm={m.payments_claim_withdraw()}
        onConfirm={() => withdraw.mutate()}
        busy={withdraw.isPending}
      >
        {m.payments_claim_withdraw_about()}
      </ConfirmDialog>
    </Card>
  )
}

/** What was said before, and what became of it. */
function Earlier({ claims }: { claims: readonly Claim[] }) {
  const { locale } = usePageData()
  if (!claims.length) return null
  return (
    <section aria-label={m.payments_claims_before()}>
      <h2 className="text-sm font-semibold text-muted">{m.payments_claims_before()}</h2>
      <ul className="mt-1 flex flex-col gap-1 text-sm">
        {claims.map((claim) => (
          <li key={claim.id} className="wrap-anywhere">
            {[
              claim.payment_method,
              claim.receipt_number,
              claim.state === 'rejected' ? m.payments_claim_rejected() : null,
              textIn(claim.reason, locale),
            ]
              .filter(Boolean)
              .join(' · ')}
          </li>
        ))}
      </ul>
    </section>
  )
}
