import { Link } from 'react-router'
import { m } from '../../../../paraglide/messages.js'
import { Badge } from '../../../../kit/Badge.tsx'
import { useChangedIds } from '../../../../client/live/live-updates.tsx'
import { classes } from '../../../../kit/classes.ts'
import { Copyable } from '../../../../kit/Copyable.tsx'
import { Moment, MomentTime, RelativeTime } from '../../../../kit/dates.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { FoldedRow } from '../../../../kit/list/FoldedRow.tsx'
import { formatDecimal } from '../../../../shared/money/money.ts'
import { displayName } from '../../../../shared/people/person.ts'
import { ClaimPhoto } from '../claims/ClaimPhoto.tsx'
import { PastedMessage } from '../claims/PastedMessage.tsx'
import { InvoicesOf } from '../invoices/InvoicesOf.tsx'
import { shownReference } from '../../charges/reference.ts'
import { chargeTitle } from '../charges/charges.api.ts'
import type { Charge, Payment } from './payments.api.ts'
import { PendingDecision } from '../decisions/PendingDecision.tsx'
import { EvidenceList } from './EvidenceList.tsx'
import { PaymentActs } from './PaymentActs.tsx'
import { useMethodName } from './method-names.ts'
import { badgeOf, knownText, paymentReason, screenOf } from './payment-labels.ts'

const stacked = 'grid grid-cols-1 gap-x-4'
const onOneLine =
  'xl:grid-cols-[5.5rem_minmax(0,1.2fr)_minmax(0,1.1fr)_minmax(0,1.4fr)_6rem_12rem] xl:items-center'
/** Two values side by side, or columns of their own. */
const side = 'flex min-w-0 items-center justify-between gap-x-4'
const columns = 'xl:contents'

export const PaymentsHead = () => (
  <div
    aria-hidden
    className={classes(
      stacked,
      onOneLine,
      'py-1.5 pr-1 pl-10 text-sm font-semibold text-muted max-xl:hidden',
    )}
  >
    <span>{m.payments_column_time()}</span>
    <span>{m.requests_payer()}</span>
    <span>{m.payments_column_means()}</span>
    <span>{m.payments_column_for()}</span>
    <span className="text-right">{m.common_amount()}</span>
    <span>{m.common_status()}</span>
  </div>
)

const typeLabels: Record<Payment['type'], () => string> = {
  claim: m.payments_type_claim,
  received: m.payments_type_received,
  refund: m.payments_type_refund,
}

/** What a payment is for, and for whom; of several amounts due the first one, and how many there are. */
function forText({ parts }: Payment, charge: Charge, name: string | null) {
  const others = parts.length - 1
  const title = chargeTitle(charge)
  return [others > 0 ? m.orders_and_more({ name: title, count: others }) : title, name]
    .filter(Boolean)
    .join(' · ')
}

/** One payment: what came, was claimed or was paid back, and what it is for. Opened, what an admin can do about it. */
export function PaymentRow({ payment, narrow = false }: { payment: Payment; narrow?: boolean }) {
  const changed = useChangedIds().has(payment.id)
  const methodName = useMethodName()
  const { charge, customer, state, at } = payment
  const badge = badgeOf(payment)
  const amount =
    payment.amount === null || payment.currency === null
      ? null
      : formatDecimal(payment.amount, payment.currency)
  const whose = charge?.customer ?? customer
  const payer = payment.payer_name ?? payment.payer_phone
  const name = whose ? displayName(whose) : payer
  const means = [methodName(payment.method), payment.code].filter(Boolean).join(' · ')
  const isFor = charge ? forText(payment, charge, name) : null
  return (
    <FoldedRow
      label={m.common_details_of({
        name: [amount ?? m.payments_amount_unknown(), payment.code ?? name].filter(Boolean).join(' '),
      })}
      className={changed ? 'animate-glow' : undefined}
      summary={
        <div className={classes('max-xl:pr-3', stacked, !narrow && onOneLine)}>
          <span
            className={classes(
              'text-sm whitespace-nowrap text-muted tabular-nums',
              narrow ? 'hidden' : 'max-xl:hidden',
            )}
          >
            {state === 'claimed' ? <RelativeTime at={at} /> : <MomentTime at={at} />}
          </span>
          <span className={classes(side, !narrow && columns)}>
            <span className="truncate" title={payer ?? ''}>
              {payer ?? (whose ? displayName(whose) : <span className="text-muted">—</span>)}
            </span>
            <span
              className={classes(
                'text-right font-semibold whitespace-nowrap tabular-nums',
                !narrow && 'xl:col-start-5 xl:row-start-1',
              )}
            >
              {amount ?? <span className="font-normal text-muted">—</span>}
            </span>
          </span>
          <span className={classes(side, !narrow && columns)}>
            <span
              className={classes('truncate text-sm text-muted', !narrow && 'xl:col-start-3 xl:row-start-1')}
              title={means}
            >
              {means}
            </span>
            <span
              className={classes(
                'flex leading-4 *:whitespace-nowrap',
                !narrow && 'xl:col-start-6 xl:row-start-1',
              )}
            >
              <Badge tone={badge.tone}>{badge.text}</Badge>
            </span>
          </span>
          <span
            className={classes('truncate text-sm', !narrow && 'xl:col-start-4 xl:row-start-1')}
            title={isFor ?? typeLabels[payment.type]()}
          >
            {isFor ?? <span className="text-muted">{typeLabels[payment.type]()}</span>}
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
