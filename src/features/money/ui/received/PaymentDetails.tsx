import { Link } from 'react-router'
import { m } from '../../../../paraglide/messages.js'
import { classes } from '../../../../kit/classes.ts'
import { Copyable } from '../../../../kit/Copyable.tsx'
import { Moment } from '../../../../kit/dates.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { formatDecimal } from '../../../../shared/money/money.ts'
import { displayName } from '../../../../shared/people/person.ts'
import { ClaimPhoto } from '../claims/ClaimPhoto.tsx'
import { PastedMessage } from '../claims/PastedMessage.tsx'
import { InvoicesOf } from '../invoices/InvoicesOf.tsx'
import { shownReference } from '../../charges/reference.ts'
import { Related } from '../../../related/ui/Related.tsx'
import { chargeTitle } from '../charges/charge-title.ts'
import type { Charge, Payment } from './payments.api.ts'
import { PendingDecision } from '../decisions/PendingDecision.tsx'
import { EvidenceList } from './PaymentSummary.tsx'
import { PaymentActs } from './PaymentActs.tsx'
import { knownText, paymentReason, screenOf } from './payment-labels.ts'

/** The facts of a payment, what it is for, and what an admin can do about it. */
export function PaymentDetails({ payment, onDone }: { payment: Payment; onDone?: () => void }) {
  const { state, charge } = payment
  const customer = charge?.customer ?? payment.customer
  const reason = paymentReason(payment.reason, state)
  const payer = [payment.payer_name, payment.payer_phone].filter(Boolean).join(' · ')
  const known = knownText(payment)
  const isSplit = payment.parts.length > 1
  const acts = <PaymentActs key="acts" payment={payment} onDone={onDone} />
  const invoices =
    charge && !isSplit && state !== 'rejected' ? (
      <InvoicesOf key="invoices" charge={{ id: charge.id, isOpen: charge.state === 'open' }} forAdmins />
    ) : null
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-x-6 gap-y-3 text-sm">
        {charge && !isSplit ? (
          <Fact label={m.due_what()}>
            <Link to={screenOf(charge)} className="font-semibold underline">
              {chargeTitle(charge)}
            </Link>
          </Fact>
        ) : null}
        {customer && !isSplit ? (
          <Fact label={m.common_customer()}>
            <Link to={`/admin/profiles/${customer.id}`} className="underline">
              {displayName(customer)}
            </Link>
          </Fact>
        ) : null}
        {charge && !isSplit ? <PaidFor charge={charge} /> : null}
        {known ? <Fact label={m.payments_known()}>{known}</Fact> : null}
        {payer ? <Fact label={m.requests_payer()}>{payer}</Fact> : null}
        {payment.code ? (
          <Fact label={m.requests_receipt()}>
            <Copyable text={payment.code} />
          </Fact>
        ) : null}
        {payment.paid_at ? (
          <Fact label={m.payments_paid_at()}>
            <Moment at={payment.paid_at} />
          </Fact>
        ) : null}
        <Fact label={m.payments_recorded_at()}>
          <Moment at={payment.created_at} />
        </Fact>
        {payment.reference ? <Fact label={m.payments_typed()}>{payment.reference}</Fact> : null}
        {reason ? (
          <Fact label={m.common_reason()} className="col-span-2">
            {reason}
          </Fact>
        ) : null}
      </dl>
      {isSplit ? <PaidParts payment={payment} /> : null}
      {payment.pasted ? <PastedMessage text={payment.pasted} /> : null}
      {payment.photo ? <ClaimPhoto claim={payment.id} /> : null}
      <PendingDecision id={payment.id} decision={payment.decision} />
      {payment.disagrees ? <Notice tone="warning">{m.payments_disagrees()}</Notice> : null}
      {payment.type === 'received' ? <EvidenceList payment={payment.id} /> : null}
      {payment.type === 'refund' ? null : (
        <Related kind={payment.type === 'claim' ? 'claim' : 'payment'} id={payment.id} />
      )}
      <div className={classes('empty:hidden', charge && 'flex flex-wrap items-center gap-2')}>
        {settledStates.has(state) ? [invoices, acts] : [acts, invoices]}
      </div>
    </div>
  )
}

interface FactProps {
  label: string
  className?: string
  children: React.ReactNode
}

/** Nothing is to be decided any more: the invoices come first. */
const settledStates: ReadonlySet<Payment['state']> = new Set(['matched', 'short', 'over', 'double'])

const Fact = ({ label, className, children }: FactProps) => (
  <div className={classes('min-w-0', className)}>
    <dt className="text-muted">{label}</dt>
    <dd className="flex min-h-6 items-center wrap-anywhere">{children}</dd>
  </div>
)

/** Each amount due that a split payment pays, with its part of the payment. */
const PaidParts = ({ payment: { parts, currency } }: { payment: Payment }) => (
  <section>
    <h3 className="text-sm text-muted">{m.payments_parts()}</h3>
    <ul className="divide-y divide-line">
      {parts.map(({ charge, amount }) => (
        <li
          key={charge.id}
          className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-1.5 text-sm"
        >
          <span className="min-w-0 wrap-anywhere">
            <Link to={screenOf(charge)} className="font-semibold underline">
              {chargeTitle(charge)}
            </Link>
            {charge.customer ? (
              <>
                {' · '}
                <Link to={`/admin/profiles/${charge.customer.id}`} className="underline">
                  {displayName(charge.customer)}
                </Link>
              </>
            ) : null}
            {' · '}
            {shownReference(charge.reference)}
          </span>
          <span className="font-semibold whitespace-nowrap tabular-nums">
            {formatDecimal(amount, currency ?? charge.currency)}
          </span>
          <span className="flex w-full flex-wrap items-center gap-2 empty:hidden">
            <InvoicesOf charge={{ id: charge.id, isOpen: charge.state === 'open' }} forAdmins />
          </span>
        </li>
      ))}
    </ul>
  </section>
)

/** How a charge is referred to, its amount, and what is still to be paid of it. */
const PaidFor = ({ charge }: { charge: Charge }) => (
  <>
    <Fact label={m.common_reference()}>{shownReference(charge.reference)}</Fact>
    <Fact label={m.audit_entity_charge()}>{formatDecimal(charge.amount, charge.currency)}</Fact>
    {charge.state === 'open' && charge.settled > 0 ? (
      <Fact label={m.payments_rest()}>{formatDecimal(charge.rest, charge.currency)}</Fact>
    ) : null}
  </>
)
