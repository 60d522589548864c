import { useInfiniteQuery } from '@tanstack/react-query'
import { Banknote } from 'lucide-react'
import { Suspense, useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { failureReason } from '../../../../client/error-messages.ts'
import { useChangedIds } from '../../../../client/live-updates.tsx'
import { Badge, type Tone } from '../../../../kit/Badge.tsx'
import { Button, LinkButton } from '../../../../kit/Button.tsx'
import { Card } from '../../../../kit/Card.tsx'
import { classes } from '../../../../kit/classes.ts'
import { Copyable } from '../../../../kit/Copyable.tsx'
import { FormattedDate, useNow } from '../../../../kit/dates.tsx'
import { CardList } from '../../../../kit/list/CardList.tsx'
import { EmptyState } from '../../../../kit/list/list-states.tsx'
import { pagingOptions } from '../../../../kit/list/paging.ts'
import { PageHeader } from '../../../../kit/page/PageHeader.tsx'
import { usePageData } from '../../../../kit/page/page-data.ts'
import { pageTitle } from '../../../../kit/page/page-title.ts'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { loadedLater } from '../../../../kit/loaded-later.ts'
import { textIn } from '../../../../shared/bilingual.ts'
import { formatDecimal, moneyFromDecimal } from '../../../../shared/money.ts'
import { PapersOf } from '../invoices/PapersOf.tsx'
import { productFacts } from '../../../products/products.data.ts'
import type { ProductName } from '../../../products/products.ts'
import type { ChargeState } from '../../charges/contract.ts'
import { OwnCredit } from '../ledger/OwnCredit.tsx'
import { chargesApi, chargeTitle, type OwnCharge } from './charges-api.ts'

/** Only renewals are paid from this screen. */
const PaymentStep = loadedLater(() => import('./PaymentStep.tsx').then((module) => module.PaymentStep))

const renewalTexts = {
  confirm: m.orders_confirm,
  fieldsMissing: m.requests_fields_missing,
  claimFailed: m.requests_claim_failed,
}

export const handle = { firstCalls: () => ['/api/payments?limit=20'] }

export const meta = pageTitle(() => ({ title: m.payments_own_title() }))

const states: Record<ChargeState, [Tone, () => string]> = {
  open: ['pending', m.payments_own_open],
  part: ['pending', m.payments_own_part],
  claimed: ['suggested', m.payments_own_claimed],
  paid: ['available', m.payments_own_paid],
  void: ['neutral', m.payments_own_void],
}

/** What the customer owes and has paid, newest first. */
export default function OwnPaymentsScreen() {
  const query = useInfiniteQuery(
    chargesApi.list.infiniteOptions({
      ...pagingOptions,
      input: (cursor: string | undefined) => ({ cursor, limit: 20 }),
    }),
  )
  return (
    <>
      <PageHeader title={m.payments_own_title()}>{m.payments_own_about()}</PageHeader>
      <OwnCredit />
      <CardList
        label={m.payments_own_title()}
        query={query}
        failed={m.payments_failed()}
        reasonOf={(error) => failureReason(error, { texts: {} })}
        empty={
          <EmptyState icon={Banknote} title={m.payments_own_none()}>
            {m.payments_own_none_about()}
          </EmptyState>
        }
      >
        {(charge) => <ChargeCard charge={charge} />}
      </CardList>
    </>
  )
}

/** One amount due: its state, the reference, and what was paid of it. */
function ChargeCard({ charge }: { charge: OwnCharge }) {
  const changed = useChangedIds().has(charge.id)
  const [tone, label] = states[charge.state]
  const isOpen = charge.state !== 'paid' && charge.state !== 'void'
  return (
    <Card
      className={classes(
        'flex flex-col gap-3 sm:flex-row sm:flex-wrap sm:items-end sm:justify-between',
        changed && 'animate-glow',
      )}
    >
      <div className="flex w-full flex-wrap items-start justify-between gap-3">
        <div className="flex min-w-0 flex-1 flex-col items-start gap-1">
          <p className="flex flex-wrap gap-1.5">
            <Badge tone={tone}>{label()}</Badge>
            {isOpen ? <DueMark due={charge.due_on} /> : null}
          </p>
          <h2 className="text-lg font-bold wrap-anywhere">{chargeTitle(charge)}</h2>
          <p className="text-sm text-muted">
            <FormattedDate at={charge.paid_at ?? charge.created_at} />
          </p>
        </div>
        <p className="text-xl font-bold tabular-nums">{formatDecimal(charge.amount, charge.currency)}</p>
      </div>
      <dl className="grid grid-cols-1 items-center gap-x-6 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-y-2.5 sm:coarse:gap-y-5">
        <dt className="text-sm text-muted max-sm:not-first:mt-2.5">{m.pay_reference()}</dt>
        <dd className="font-semibold">
          <Copyable text={charge.reference} />
        </dd>
        {isOpen && charge.settled > 0 ? (
          <>
            <dt className="text-sm text-muted max-sm:not-first:mt-2.5">{m.payments_settled()}</dt>
            <dd className="font-semibold tabular-nums">{formatDecimal(charge.settled, charge.currency)}</dd>
            <dt className="text-sm text-muted max-sm:not-first:mt-2.5">{m.payments_rest()}</dt>
            <dd className="font-semibold tabular-nums">{formatDecimal(charge.rest, charge.currency)}</dd>
          </>
        ) : null}
        {charge.claims.map((claim) => (
          <Claim key={claim.id} claim={claim} />
        ))}
      </dl>
      <div className="flex flex-wrap items-center gap-2 sm:has-[section]:w-full">
        {charge.state === 'open' || charge.state === 'part' ? <Pay charge={charge} /> : null}
        <PapersOf charge={{ id: charge.id, isOpen }} />
      </div>
    </Card>
  )
}

/** The link to where the payment of a request or an order is reported, or how to pay a renewal. */
function Pay({ charge }: { charge: OwnCharge }) {
  if (charge.order_id)
    return (
      <LinkButton size="small" to={`/dashboard/orders/${charge.order_id}`}>
        {m.payments_pay()}
      </LinkButton>
    )
  if (charge.request_id)
    return (
      <LinkButton size="small" to={productFacts[charge.kind as ProductName].screens.customer}>
        {m.payments_pay()}
      </LinkButton>
    )
  return charge.renewal_id ? <PayRenewal charge={charge} renewal={charge.renewal_id} /> : null
}

/** How to pay a renewal, and the form that claims its payment. It is open where the last claim was rejected. */
function PayRenewal({ charge, renewal }: { charge: OwnCharge; renewal: string }) {
  const [last] = charge.claims
  const rejection = last?.state === 'rejected' ? (last.reason ?? '') : null
  const [isOpen, setOpen] = useState(rejection !== null)
  if (!isOpen)
    return (
      <Button size="small" onClick={() => setOpen(true)}>
        {m.payments_pay()}
      </Button>
    )
  return (
    <Suspense fallback={<Skeleton className="h-24 w-full" />}>
      <PaymentStep
        name={chargeTitle(charge)}
        price={moneyFromDecimal(charge.rest, charge.currency)}
        reference={charge.reference}
        rejection={rejection}
        texts={renewalTexts}
        queryKey={chargesApi.key()}
        send={(payment) => chargesApi.claimPayment.call({ id: renewal, ...payment })}
      />
    </Suspense>
  )
}

/** By when a charge is to be paid, or that it is overdue. */
function DueMark({ due }: { due: string | null }) {
  const today = new Date(useNow()).toISOString().slice(0, 10)
  if (!due) return null
  return due < today ? (
    <Badge tone="rejected">{m.payments_overdue()}</Badge>
  ) : (
    <Badge tone="neutral">
      {m.payments_due()} <FormattedDate at={due} />
    </Badge>
  )
}

function Claim({ claim }: { claim: OwnCharge['claims'][number] }) {
  const { locale } = usePageData()
  return (
    <>
      <dt className="text-sm text-muted max-sm:not-first:mt-2.5">
        {claim.state === 'rejected' ? m.payments_claim_rejected() : m.requests_payment()}
      </dt>
      <dd className="wrap-anywhere">
        {[claim.payment_method, claim.receipt_number, textIn(claim.reason, locale)]
          .filter(Boolean)
          .join(' · ')}
      </dd>
    </>
  )
}
