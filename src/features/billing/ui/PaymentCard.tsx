import { Link } from 'react-router'
import { m } from '../../../paraglide/messages.js'
import { Badge } from '../../../kit/Badge.tsx'
import { useChangedIds } from '../../../client/live-updates.tsx'
import { Card } from '../../../kit/Card.tsx'
import { classes } from '../../../kit/classes.ts'
import { Copyable } from '../../../kit/Copyable.tsx'
import { RelativeTime } from '../../../kit/dates.tsx'
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

/** One payment: what came, was claimed or was paid back, what it is for, and what an admin can do about it. */
export function PaymentCard({ payment, onDone }: { payment: Payment; onDone?: () => void }) {
  const changed = useChangedIds().has(payment.id)
  const methodName = useMethodName()
  const { state, charge } = payment
  const reason = paymentReason(payment.reason, state)
  const payer = [payment.payer_name, payment.payer_phone].filter(Boolean).join(' · ')
  return (
    <Card className={classes('flex flex-col gap-3 sm:py-4!', changed && 'animate-glow')}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-col items-start gap-0.5">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="text-lg font-bold tabular-nums">
              {payment.amount === null || payment.currency === null
                ? m.payments_amount_unknown()
                : formatDecimal(payment.amount, payment.currency)}
            </h2>
            <Badge tone={stateTones[state]}>{stateLabels[state]()}</Badge>
          </div>
          <p className="text-sm text-muted wrap-anywhere">
            {[typeLabels[payment.type](), methodName(payment.method)].filter(Boolean).join(' · ')}
            {'\u00A0· '}
            <RelativeTime at={payment.created_at} />
          </p>
        </div>
        {charge ? <PaidFor charge={charge} /> : null}
        {payment.customer ? (
          <Link
            to={`/admin/profiles/${payment.customer.id}`}
            className="py-0.5 text-sm underline wrap-anywhere"
          >
            {displayName(payment.customer)}
          </Link>
        ) : null}
      </div>
      <dl className="flex flex-col gap-x-8 gap-y-2 text-sm empty:hidden sm:flex-row sm:flex-wrap coarse:gap-y-4">
        {payer ? <Fact label={m.requests_payer()}>{payer}</Fact> : null}
        {payment.code ? (
          <Fact label={m.requests_receipt()}>
            <Copyable text={payment.code} />
          </Fact>
        ) : null}
        {payment.reference ? <Fact label={m.payments_typed()}>{payment.reference}</Fact> : null}
        {reason ? <Fact label={m.payments_reason()}>{reason}</Fact> : null}
      </dl>
      <div className={classes('empty:hidden', charge && 'flex flex-wrap gap-2')}>
        <PaymentActs payment={payment} onDone={onDone} />
        {charge && state !== 'rejected' ? (
          <PapersOf charge={{ id: charge.id, isOpen: charge.state === 'open' }} forAdmins />
        ) : null}
      </div>
    </Card>
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
