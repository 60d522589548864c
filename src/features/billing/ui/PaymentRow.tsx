import { Link } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { Badge } from '../../../kit/Badge.tsx'
import { useChangedIds } from '../../../client/live-updates.tsx'
import { classes } from '../../../kit/classes.ts'
import { Copyable } from '../../../kit/Copyable.tsx'
import { RelativeTime } from '../../../kit/dates.tsx'
import { FoldedRow } from '../../../kit/list/FoldedRow.tsx'
import { formatDecimal } from '../../../shared/money.ts'
import { displayName } from '../../../shared/person.ts'
import { PapersOf } from '../../papers/ui/PapersOf.tsx'
import { shownReference } from '../../payments/reference.ts'
import { chargeTitle } from '../../payments/ui/charges-api.ts'
import type { Charge, Payment } from './api.ts'
import { PaymentActs } from './PaymentActs.tsx'
import { useMethodName } from './method-names.ts'
import { paymentReason, screenOf, stateLabels, stateTones } from './payment-labels.ts'

const typeLabels: Record<Payment['type'], () => string> = {
  claim: m.payments_type_claim,
  received: m.payments_type_received,
  refund: m.payments_type_refund,
}

/** One payment: what came, was claimed or was paid back, and what it is for. Opened, what an admin can do about it. */
export function PaymentRow({ payment }: { payment: Payment }) {
  const changed = useChangedIds().has(payment.id)
  const methodName = useMethodName()
  const { state, charge, customer } = payment
  const amount =
    payment.amount === null || payment.currency === null
      ? m.payments_amount_unknown()
      : formatDecimal(payment.amount, payment.currency)
  const whose = charge?.customer ?? customer
  const name = whose ? displayName(whose) : payment.payer_name
  const means = [methodName(payment.method), payment.code].filter(Boolean).join(' · ')
  return (
    <FoldedRow
      label={m.desk_details_of({ name: [amount, payment.code ?? name].filter(Boolean).join(' ') })}
      className={changed ? 'animate-glow' : undefined}
      summary={
        <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 md:grid-cols-[6.5rem_10rem_minmax(0,1.3fr)_minmax(0,1.2fr)_minmax(0,1.1fr)_7.5rem]">
          <span className="font-semibold whitespace-nowrap tabular-nums md:text-right">{amount}</span>
          <span className="flex leading-4 max-md:justify-end">
            <Badge tone={stateTones[state]}>{stateLabels[state]()}</Badge>
          </span>
          <span className="truncate" title={charge ? chargeTitle(charge) : ''}>
            {charge ? chargeTitle(charge) : <span className="text-muted">{typeLabels[payment.type]()}</span>}
          </span>
          <span className="truncate max-md:text-right" title={name ?? ''}>
            {name}
          </span>
          <span className="truncate text-sm text-muted" title={means}>
            {means}
          </span>
          <span className="text-right text-sm text-muted">
            <RelativeTime at={payment.created_at} />
          </span>
        </div>
      }
    >
      <PaymentDetails payment={payment} />
    </FoldedRow>
  )
}

/** The facts of a payment, what it is for, and what an admin can do about it. */
export function PaymentDetails({ payment, onDone }: { payment: Payment; onDone?: () => void }) {
  const { state, charge, customer } = payment
  const reason = paymentReason(payment.reason, state)
  const payer = [payment.payer_name, payment.payer_phone].filter(Boolean).join(' · ')
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
        <dl className="flex flex-col gap-x-8 gap-y-2 text-sm sm:flex-row sm:flex-wrap coarse:gap-y-4">
          <Fact label={m.audit_entity()}>{typeLabels[payment.type]()}</Fact>
          {payer ? <Fact label={m.requests_payer()}>{payer}</Fact> : null}
          {payment.code ? (
            <Fact label={m.requests_receipt()}>
              <Copyable text={payment.code} />
            </Fact>
          ) : null}
          {payment.reference ? <Fact label={m.payments_typed()}>{payment.reference}</Fact> : null}
          {reason ? <Fact label={m.payments_reason()}>{reason}</Fact> : null}
        </dl>
        {charge ? <PaidFor charge={charge} /> : null}
        {customer ? (
          <Link to={`/admin/profiles/${customer.id}`} className="py-0.5 text-sm underline wrap-anywhere">
            {displayName(customer)}
          </Link>
        ) : null}
      </div>
      <div className={classes('empty:hidden', charge && 'flex flex-wrap gap-2')}>
        <PaymentActs payment={payment} onDone={onDone} />
        {charge && state !== 'rejected' ? (
          <PapersOf charge={{ id: charge.id, isOpen: charge.state === 'open' }} forAdmins />
        ) : null}
      </div>
    </div>
  )
}

const Fact = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div className="flex items-baseline gap-x-3">
    <dt className="text-muted max-sm:w-28 max-sm:shrink-0">{label}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
)

/** What a charge is for, with links to its queue and its customer. */
function PaidFor({ charge }: { charge: Charge }) {
  return (
    <div className="flex min-w-0 flex-col gap-0.5 text-sm sm:items-end sm:text-right">
      <Link to={screenOf(charge)} className="py-0.5 font-semibold underline wrap-anywhere">
        {chargeTitle(charge)}
      </Link>
      {charge.customer ? (
        <Link to={`/admin/profiles/${charge.customer.id}`} className="py-0.5 underline wrap-anywhere">
          {displayName(charge.customer)}
        </Link>
      ) : null}
      <span className="text-muted tabular-nums">
        {shownReference(charge.reference)} · {formatDecimal(charge.amount, charge.currency)}
      </span>
      {charge.state === 'open' && charge.settled > 0 ? (
        <span className="text-muted tabular-nums">
          {m.payments_rest()}: {formatDecimal(charge.rest, charge.currency)}
        </span>
      ) : null}
    </div>
  )
}
