import { type InfiniteData, type UseInfiniteQueryResult, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router'
import { m } from '../../../../paraglide/messages.js'
import { outageMessage } from '../../../../client/error-messages.ts'
import { useChangedIds } from '../../../../client/live/live-updates.tsx'
import { useMay } from '../../../../client/session/staff.tsx'
import { Badge } from '../../../../kit/Badge.tsx'
import type { Column, CountedPage, ListAct, NameColumn } from '../../../../kit/data-list/column.ts'
import { DataList } from '../../../../kit/data-list/DataList.tsx'
import { unsorted } from '../../../../kit/data-list/sort.ts'
import { sumsOf } from '../../../../kit/data-list/sums.ts'
import { MomentDay } from '../../../../kit/dates.tsx'
import { loadedLater } from '../../../../kit/loaded-later.ts'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { usePageData } from '../../../../kit/page/page-data.ts'
import { formatDecimal } from '../../../../shared/money/money.ts'
import { displayName } from '../../../../shared/people/person.ts'
import type { PaymentSort } from '../../received/payment-states.ts'
import { chargeTitle } from '../charges/charge-title.ts'
import { decisionsApi } from '../decisions/decisions.api.ts'
import { useMethodName } from './method-names.ts'
import { badgeOf, screenOf } from './payment-labels.ts'
import { type Payment, paymentsApi } from './payments.api.ts'
import { actFailure } from './use-act.ts'

const PaymentDetails = loadedLater(() => import('./PaymentDetails.tsx').then((file) => file.PaymentDetails))

interface PaymentListProps {
  label: string
  query: UseInfiniteQueryResult<
    InfiniteData<CountedPage<Payment> & { days: { day: string; sums: readonly Sum[] }[] }>
  >
  empty: ReactNode
  /** Whether the whole book is shown: by day, sorted by its heads, with acts on several payments. */
  isBook?: boolean
}

interface Sum {
  amount: number
  currency: string
}

/** The group of the claims, which stand before all days. */
const CLAIMS = 'claims'

/** What customers say they paid, and by day what came in and was paid back. A payment opens over the list. */
export function PaymentList({ label, query, empty, isBook = false }: PaymentListProps) {
  const { timeZone } = usePageData()
  const changed = useChangedIds()
  const confirmations = useConfirmations()
  const days = new Map(query.data?.pages.flatMap((page) => page.days.map(({ day, sums }) => [day, sums])))
  return (
    <DataList
      label={label}
      query={query}
      name={isBook ? name : { ...name, sort: undefined }}
      columns={isBook ? columns : unsorted(columns)}
      amountOf={amountOf}
      acts={isBook ? confirmations : undefined}
      isChanged={({ id }) => changed.has(id)}
      groupOf={isBook ? (payment) => groupOf(payment, timeZone) : undefined}
      renderGroup={(group, { length: count }) => (
        <GroupHeading group={group} count={count} sums={days.get(group) ?? []} />
      )}
      sumAbout={m.payments_sum_about()}
      failed={m.payments_failed()}
      reasonOf={outageMessage}
      empty={empty}
      renderPanel={(payment) => (
        <Suspense fallback={<Skeleton className="h-80 w-full" />}>
          <PaymentDetails payment={payment} />
        </Suspense>
      )}
    />
  )
}

const amountOf = ({ amount, currency }: Payment): Sum | null =>
  amount === null || currency === null ? null : { amount, currency }

const amountText = (payment: Payment) => {
  const known = amountOf(payment)
  return known && formatDecimal(known.amount, known.currency)
}

/** Who paid: the payer as the wallet names them, or the customer. */
function payerOf({ payer_name, payer_phone, charge, customer }: Payment): string {
  const whose = charge?.customer ?? customer
  return payer_name ?? payer_phone ?? (whose && displayName(whose)) ?? '—'
}

const name: NameColumn<Payment, PaymentSort> = {
  header: m.requests_payer(),
  sort: 'payer',
  text: payerOf,
  opens: (payment) =>
    m.common_details_of({
      name: [payerOf(payment), amountText(payment) ?? m.payments_amount_unknown(), payment.code]
        .filter(Boolean)
        .join(' '),
    }),
}

const columns: Column<Payment, PaymentSort>[] = [
  {
    id: 'time',
    header: m.audit_field_date(),
    width: 'w-28',
    cell: ({ at }) => (
      <span className="text-sm text-muted">
        <MomentDay at={at} />
      </span>
    ),
  },
  {
    id: 'means',
    header: m.payments_column_means(),
    sort: 'means',
    width: 'w-44',
    isPlain: true,
    from: 'xl',
    cell: (payment) => <Means payment={payment} />,
  },
  {
    id: 'for',
    header: m.payments_column_for(),
    width: 'w-52',
    isPlain: true,
    cell: (payment) => <PaidFor payment={payment} />,
  },
  {
    id: 'status',
    header: m.common_status(),
    sort: 'status',
    width: 'w-38',
    isPlain: true,
    cell: (payment) => {
      const { text, ...look } = badgeOf(payment)
      return <Badge {...look}>{text}</Badge>
    },
  },
  {
    id: 'amount',
    header: m.common_amount(),
    sort: 'amount',
    align: 'right',
    width: 'w-24',
    cell: (payment) => <span className="font-semibold">{amountText(payment) ?? '—'}</span>,
  },
]

function Means({ payment: { method, code } }: { payment: Payment }) {
  const methodName = useMethodName()
  const text = [methodName(method), code].filter(Boolean).join(' · ')
  return (
    <span title={text} className="text-sm text-muted">
      {text}
    </span>
  )
}

const typeLabels: Record<Payment['type'], () => string> = {
  claim: m.payments_type_claim,
  received: m.payments_type_received,
  refund: m.payments_type_refund,
}

/** What a payment is for, and for whom; of several amounts due the first one, and how many there are. */
function PaidFor({ payment: { charge, parts, customer, type } }: { payment: Payment }) {
  const text = typeLabels[type]()
  if (!charge)
    return (
      <span title={text} className="text-sm text-muted">
        {text}
      </span>
    )
  const whose = charge.customer ?? customer
  const others = parts.length - 1
  const title = chargeTitle(charge)
  const isFor = [
    others > 0 ? m.orders_and_more({ name: title, count: others }) : title,
    whose && displayName(whose),
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <Link
      to={screenOf(charge)}
      title={isFor}
      className="relative z-1 inline-block max-w-full truncate align-middle text-sm underline decoration-line underline-offset-4 hover:text-primary"
    >
      {isFor}
    </Link>
  )
}

/** The day of a payment in the shop's zone, or the group of the claims. */
const groupOf = ({ state, at }: Payment, timeZone: string) =>
  state === 'claimed' ? CLAIMS : new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(at))

/** A day: what came in on it less what was paid back. Or what customers say and nobody has seen. */
const GroupHeading = ({ group, count, sums }: { group: string; count: number; sums: readonly Sum[] }) => (
  <span className="flex flex-wrap items-baseline gap-x-4 px-2 pt-2 pb-1 text-sm font-normal text-muted md:border-b md:border-line">
    {group === CLAIMS ? (
      m.payments_group_claims()
    ) : (
      <>
        <MomentDay at={`${group}T12:00:00Z`} />
        {count > 1 ? <span>{m.payments_day_count({ count })}</span> : null}
      </>
    )}
    <span className="ml-auto tabular-nums">
      {sums.map(({ amount, currency }) => formatDecimal(amount, currency)).join(' · ')}
    </span>
  </span>
)

/** Confirms several claims by hand. Each is booked after ten seconds, in which it can be undone. */
function useConfirmations(): ListAct<Payment>[] {
  const client = useQueryClient()
  if (!useMay()('payments.write')) return []
  return [
    {
      id: 'confirm',
      label: m.payments_confirm(),
      applies: ({ type, state, decision }) => type === 'claim' && state === 'claimed' && !decision,
      send: ({ id, version }) => decisionsApi.decide.call({ id, act: 'confirm', version }),
      failure: actFailure,
      question: (rows) => ({
        title: m.payments_confirm_several({ count: rows.length }),
        about: m.payments_confirm_several_about({
          sum: sumsOf(rows, amountOf)
            .map(({ amount, currency }) => formatDecimal(amount, currency))
            .join(' + '),
        }),
        confirm: m.payments_confirm(),
      }),
      onEnd: () => client.invalidateQueries({ queryKey: paymentsApi.key() }),
    },
  ]
}
