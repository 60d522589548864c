import { useInfiniteQuery } from '@tanstack/react-query'
import { Banknote } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import { useParams } from 'react-router'
import { SumPrices } from '../../../catalogue/ui/price-sums.tsx'
import { forTerm, TermPrice } from '../../../catalogue/ui/price-terms.tsx'
import { m } from '../../../../paraglide/messages.js'
import { failureReason } from '../../../../client/error-messages.ts'
import { useChangedIds } from '../../../../client/live/live-updates.tsx'
import { Button, LinkButton } from '../../../../kit/Button.tsx'
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
import { formatDecimal, moneyFromDecimal } from '../../../../shared/money/money.ts'
import { InvoiceLines, InvoicesOf } from '../invoices/InvoicesOf.tsx'
import { OwnCredit } from '../ledger/CreditUse.tsx'
import { ChargeMarks, isOpenCharge } from './charge-marks.tsx'
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
  const due = onlyOf(open, ({ state }) => state !== 'claimed')
  const checked = onlyOf(open, ({ state }) => state === 'claimed')
  const groups = [
    { rows: due, label: m.payments_own_open(), of: restOf },
    { rows: checked, label: m.payments_own_claimed(), of: restOf },
    { rows: paid, label: m.common_paid(), of: paidOf },
  ].filter(({ rows }) => loadedRows(rows.data)?.length !== 0)
  return (
    <>
      <PageHeader title={m.common_payments()}>{m.payments_own_about()}</PageHeader>
      <OwnCredit paid={loadedRows(paid.data) ?? []} />
      <div className="flex flex-col gap-8">
        {groups.map(({ rows, label, of }, group) => (
          <section key={label} aria-label={label}>
            <h2 className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4 text-lg font-bold">
              {label}
              <span className="text-base font-normal text-muted tabular-nums sm:pr-6 sm:text-right">
                <Sums rows={rows} of={of} />
              </span>
            </h2>
            <CardList
              label={label}
              rows
              query={rows}
              failed={m.payments_failed()}
              reasonOf={(error) => failureReason(error, { texts: {} })}
              empty={null}
            >
              {(charge, index) => <ChargeRow charge={charge} isFirst={group + index === 0} />}
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

/** The term of an amount. What is left of a part payment is for none. */
const termOf = ({ state, months }: OwnCharge) => (state === 'part' ? null : months)

const restOf = (charge: OwnCharge) => ({
  amount: charge.rest,
  currency: charge.currency,
  months: termOf(charge),
})

/** What was paid over time: its sum is for no term. */
const paidOf = ({ amount, currency }: OwnCharge) => ({ amount, currency, months: null })

interface SumsProps {
  rows: Charges
  of: (charge: OwnCharge) => ReturnType<typeof restOf>
}

/** How many the rows are, and their sum in each currency. Nothing before all of them are loaded. */
function Sums({ rows: { data, hasNextPage }, of }: SumsProps) {
  const rows = hasNextPage ? [] : (loadedRows(data) ?? [])
  return rows.length ? (
    <>
      {rows.length}
      <SumPrices amounts={rows.map(of)} />
    </>
  ) : null
}

/** One amount due in a row, with what can be done. What else is known of it is shown on request. */
function ChargeRow({ charge, isFirst }: { charge: OwnCharge; isFirst: boolean }) {
  const changed = useChangedIds().has(charge.id)
  const [isDetailed, setIsDetailed] = useState(false)
  const details = useId()
  const isOpen = isOpenCharge(charge)
  const isClaimed = charge.state === 'claimed'
  return (
    <div
      className={classes(
        'flex flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-3 sm:px-6',
        changed && 'animate-glow',
      )}
    >
      <div className="flex min-w-0 flex-1 basis-44 flex-col gap-1">
        <h3 className="font-bold wrap-anywhere">{breakable(billTitle(charge))}</h3>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5 text-sm text-muted">
          <ChargeMarks charge={charge} />
          <FormattedDate at={charge.paid_at ?? charge.created_at} />
          {isOpen ? <Copyable text={charge.reference} /> : null}
        </div>
      </div>
      <div className="flex flex-wrap items-center gap-2 max-sm:order-1 max-sm:w-full">
        {isOpen ? (
          <LinkButton
            size="small"
            variant={isFirst && !isClaimed ? 'primary' : 'secondary'}
            to={`/dashboard/payments/${charge.reference}`}
          >
            {isClaimed ? m.common_show() : m.payments_pay()}
            <span className="sr-only">: {charge.reference}</span>
          </LinkButton>
        ) : null}
        <InvoicesOf charge={{ id: charge.id, isOpen }} brief />
        <Button
          size="small"
          variant="quiet"
          aria-expanded={isDetailed}
          aria-controls={details}
          onClick={() => setIsDetailed(!isDetailed)}
        >
          {m.handover_title()}
          <span className="sr-only">: {charge.reference}</span>
        </Button>
      </div>
      <p className="min-w-20 text-right font-bold tabular-nums max-sm:[&>span]:block sm:min-w-36">
        <TermPrice
          price={moneyFromDecimal(isOpen ? charge.rest : charge.amount, charge.currency)}
          term={forTerm(termOf(charge))}
        />
        {charge.state === 'part' ? (
          <span className="block text-sm font-normal text-muted">
            {m.payments_own_of({ amount: formatDecimal(charge.amount, charge.currency) })}{' '}
            {forTerm(charge.months)}
          </span>
        ) : null}
      </p>
      <div id={details} hidden={!isDetailed} className="order-last w-full border-t border-line py-2">
        <Known charge={charge} />
        {isDetailed ? <InvoiceLines charge={charge} /> : null}
      </div>
    </div>
  )
}

/** Whether a payment was more than what was due: the rest became credit. */
const isMore = (payment: OwnCharge['payments'][number], { amount, currency }: OwnCharge) =>
  payment.currency === currency && payment.amount > amount

/** The reference of an amount due, and what was paid of it. */
const Known = ({ charge }: { charge: OwnCharge }) => (
  <dl className="grid grid-cols-1 items-center gap-x-6 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-y-2.5 sm:coarse:gap-y-5">
    <Fact label={m.pay_reference()} className="font-semibold">
      <Copyable text={charge.reference} />
    </Fact>
    {charge.state === 'part' ? (
      <Fact label={m.payments_settled()} className="font-semibold tabular-nums">
        {formatDecimal(charge.settled, charge.currency)}
      </Fact>
    ) : null}
    <WhatIsKnown payments={charge.payments} claims={charge.claims} />
    {charge.payments.length === 1 && isMore(charge.payments[0]!, charge) ? (
      <Fact label={m.payments_used_here()}>{formatDecimal(charge.amount, charge.currency)}</Fact>
    ) : null}
  </dl>
)
