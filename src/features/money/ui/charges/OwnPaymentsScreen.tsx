import { useInfiniteQuery } from '@tanstack/react-query'
import { Banknote } from 'lucide-react'
import { type ReactNode, Suspense, useId, useState } from 'react'
import { useParams } from 'react-router'
import { m } from '../../../../paraglide/messages.js'
import { failureReason } from '../../../../client/error-messages.ts'
import { useChangedIds } from '../../../../client/live/live-updates.tsx'
import { Button, LinkButton } from '../../../../kit/Button.tsx'
import { Card } from '../../../../kit/Card.tsx'
import { classes } from '../../../../kit/classes.ts'
import { breakable, Copyable } from '../../../../kit/Copyable.tsx'
import { FormattedDate } from '../../../../kit/dates.tsx'
import { CardList } from '../../../../kit/list/CardList.tsx'
import { loadedLater } from '../../../../kit/loaded-later.ts'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { EmptyState } from '../../../../kit/list/list-states.tsx'
import { loadedRows, pagingOptions } from '../../../../kit/list/paging.ts'
import { PageHeader } from '../../../../kit/page/PageHeader.tsx'
import { pageTitle } from '../../../../kit/page/page-title.ts'
import { formatDecimal, sumsByCurrency } from '../../../../shared/money/money.ts'
import { InvoiceLines, InvoicesOf } from '../invoices/InvoicesOf.tsx'
import { OwnCredit } from '../ledger/CreditUse.tsx'
import { ChargeMarks } from './charge-marks.tsx'
import { billTitle } from './bill-title.ts'
import { chargesApi, type OwnCharge } from './charges.api.ts'
import { Fact, WhatIsKnown } from './WhatIsKnown.tsx'

const OwnPayment = loadedLater(() => import('./OwnPayment.tsx').then((file) => file.OwnPayment))

export const handle = {
  firstCalls: () => [['/api/payments/-', '/api/payments?paid=false&limit=20']] as const,
}

export const meta = pageTitle(() => ({ title: m.common_payments() }))

/** What the customer owes and has paid, newest first; with a reference in the address, the page to pay it on. */
export default function OwnPaymentsScreen() {
  const { reference } = useParams()
  return reference ? (
    <Suspense fallback={<Skeleton className="h-64" />}>
      <OwnPayment reference={reference} />
    </Suspense>
  ) : (
    <OwnPaymentList />
  )
}

const useCharges = (paid: 'true' | 'false') =>
  useInfiniteQuery(
    chargesApi.list.infiniteOptions({
      ...pagingOptions,
      input: (cursor: string | undefined) => ({ paid, cursor, limit: 20 }),
    }),
  )

/** What is to be paid, and below it what is paid. */
function OwnPaymentList() {
  const open = useCharges('false')
  const paid = useCharges('true')
  const has = (query: typeof open) => loadedRows(query.data)?.length !== 0
  const due = onlyOf(open, ({ state }) => state !== 'claimed')
  const checked = onlyOf(open, ({ state }) => state === 'claimed')
  const groups = [
    { query: due, label: m.payments_own_open(), Item: ChargeCard, sums: sumsOf(due) },
    { query: checked, label: m.payments_own_claimed(), Item: ChargeCard, sums: sumsOf(checked) },
    { query: paid, label: m.common_paid(), Item: PaidCharge, sums: [] },
  ].filter(({ query }) => has(query))
  return (
    <>
      <PageHeader title={m.common_payments()}>{m.payments_own_about()}</PageHeader>
      <OwnCredit />
      <div className="flex flex-col gap-8">
        {groups.map(({ query, label, Item, sums }) => (
          <section key={label} aria-label={label}>
            <h2 className="mb-3 text-lg font-bold">{[label, ...sums].join(' · ')}</h2>
            <CardList
              label={label}
              query={query}
              failed={m.payments_failed()}
              reasonOf={(error) => failureReason(error, { texts: {} })}
              empty={null}
            >
              {(charge) => <Item charge={charge} />}
            </CardList>
          </section>
        ))}
      </div>
      {groups.length ? null : (
        <EmptyState icon={Banknote} title={m.payments_own_none()}>
          {m.payments_own_none_about()}
        </EmptyState>
      )}
    </>
  )
}

type Charges = ReturnType<typeof useCharges>

/** A list without what belongs to another one. */
const onlyOf = (query: Charges, belongs: (charge: OwnCharge) => boolean): Charges =>
  query.data
    ? {
        ...query,
        data: {
          ...query.data,
          pages: query.data.pages.map((page) => ({ ...page, items: page.items.filter(belongs) })),
        },
      }
    : query

/** What is left to pay in each currency. Nothing before all of it is loaded. */
const sumsOf = ({ data, hasNextPage }: Charges) =>
  hasNextPage
    ? []
    : sumsByCurrency((loadedRows(data) ?? []).map(({ rest, currency }) => ({ amount: rest, currency })))

/** One paid amount in a row, with its invoices. What else is known of it is shown on request. */
function PaidCharge({ charge }: { charge: OwnCharge }) {
  const changed = useChangedIds().has(charge.id)
  const [isOpen, setIsOpen] = useState(false)
  const details = useId()
  return (
    <Card
      className={classes(
        'flex flex-wrap items-center gap-x-4 gap-y-1.5 px-4! py-2.5! sm:px-6!',
        changed && 'animate-glow',
      )}
    >
      <div className="flex min-w-0 flex-1 basis-60 flex-wrap items-center gap-x-3 gap-y-0.5">
        <ChargeMarks charge={charge} />
        <span className="text-sm text-muted">
          <FormattedDate at={charge.paid_at ?? charge.created_at} />
        </span>
        <h3 className="font-bold wrap-anywhere">{breakable(billTitle(charge))}</h3>
      </div>
      <p className="min-w-20 text-right font-bold tabular-nums max-sm:order-2 max-sm:ml-auto sm:order-last">
        {formatDecimal(charge.amount, charge.currency)}
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <InvoicesOf charge={{ id: charge.id, isOpen: false }} brief />
        <Button
          size="small"
          variant="quiet"
          aria-expanded={isOpen}
          aria-controls={details}
          onClick={() => setIsOpen(!isOpen)}
        >
          {m.handover_title()}
          <span className="sr-only">: {charge.reference}</span>
        </Button>
      </div>
      <div id={details} hidden={!isOpen} className="order-last w-full border-t border-line py-2">
        <Known charge={charge} />
        {isOpen ? <InvoiceLines charge={charge} /> : null}
      </div>
    </Card>
  )
}

/** Whether a payment was more than what was due: the rest became credit. */
const isMore = (payment: OwnCharge['payments'][number], { amount, currency }: OwnCharge) =>
  payment.currency === currency && payment.amount > amount

/** The reference of an amount due, and what was paid of it. */
const Known = ({ charge, children }: { charge: OwnCharge; children?: ReactNode }) => (
  <dl className="grid grid-cols-1 items-center gap-x-6 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-y-2.5 sm:coarse:gap-y-5">
    <Fact label={m.pay_reference()} className="font-semibold">
      <Copyable text={charge.reference} />
    </Fact>
    {children}
    <WhatIsKnown payments={charge.payments} claims={charge.claims} />
    {charge.payments.length === 1 && isMore(charge.payments[0]!, charge) ? (
      <Fact label={m.payments_used_here()}>{formatDecimal(charge.amount, charge.currency)}</Fact>
    ) : null}
  </dl>
)

/** One amount due: its state, the reference, and what was paid of it. */
function ChargeCard({ charge }: { charge: OwnCharge }) {
  const changed = useChangedIds().has(charge.id)
  return (
    <Card
      className={classes(
        'flex flex-col gap-3 sm:flex-row sm:flex-wrap sm:items-end sm:justify-between',
        changed && 'animate-glow',
      )}
    >
      <div className="flex w-full flex-wrap items-start justify-between gap-3">
        <div className="flex min-w-0 flex-1 flex-col items-start gap-1">
          <ChargeMarks charge={charge} />
          <h3 className="text-lg font-bold wrap-anywhere">{breakable(billTitle(charge))}</h3>
          <p className="text-sm text-muted">
            <FormattedDate at={charge.created_at} />
          </p>
        </div>
        <p className="text-xl font-bold tabular-nums">{formatDecimal(charge.amount, charge.currency)}</p>
      </div>
      <Known charge={charge}>
        {charge.settled > 0 ? (
          <>
            <Fact label={m.payments_settled()} className="font-semibold tabular-nums">
              {formatDecimal(charge.settled, charge.currency)}
            </Fact>
            <Fact label={m.payments_rest()} className="font-semibold tabular-nums">
              {formatDecimal(charge.rest, charge.currency)}
            </Fact>
          </>
        ) : null}
      </Known>
      <div className="flex flex-wrap items-center gap-2 sm:has-[section]:w-full">
        <LinkButton
          size="small"
          variant={charge.state === 'claimed' ? 'secondary' : 'primary'}
          to={`/dashboard/payments/${charge.reference}`}
        >
          {charge.state === 'claimed' ? m.common_show() : m.payments_pay()}
        </LinkButton>
        <InvoicesOf charge={{ id: charge.id, isOpen: true }} />
      </div>
    </Card>
  )
}
