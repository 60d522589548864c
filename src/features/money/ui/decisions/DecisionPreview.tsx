import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { useAct } from '../../../../client/form/act.ts'
import { Button } from '../../../../kit/Button.tsx'
import { FormattedDate } from '../../../../kit/dates.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { formatDecimal } from '../../../../shared/money/money.ts'
import { displayName } from '../../../../shared/people/person.ts'
import { shownReference } from '../../charges/reference.ts'
import { UNDO_SECONDS } from '../../received/decisions.contract.ts'
import { chargeTitle } from '../charges/charge-title.ts'
import { paymentsApi } from '../received/payments.api.ts'
import { PaymentSummary } from '../received/PaymentSummary.tsx'
import { actFailure } from '../received/use-act.ts'
import { type Decided, type Decision, decisionsApi, type Effects } from './decisions.api.ts'
import { useUndo } from './PendingDecision.tsx'

/** What a decision does is asked anew each time. What was decided meanwhile is refused. */
const once = { gcTime: 0, retry: false, meta: { refusalShown: true } } as const

interface DecisionPreviewProps {
  payment: Decided
  decision: Decision
  onBack?: (() => void) | undefined
  onClose: () => void
  onDone?: (() => void) | undefined
}

/** A payment that the screen shows, and what a decision about it does. */
export function DecisionPreview({ payment, decision, ...dialog }: DecisionPreviewProps) {
  const { id, version } = payment
  const input = { id, version, ...decision }
  const tried = useQuery({ ...decisionsApi.preview.queryOptions({ input }), ...once })
  const shown = useQuery(paymentsApi.list.queryOptions({ input: { id } }))
  const row = shown.data?.items[0]
  return (
    <Preview
      {...dialog}
      // What it does is shown beside its payment, and has no currency without it.
      tried={{
        data: row && tried.data,
        error: tried.error ?? shown.error,
        isPending: tried.isPending || shown.isPending,
      }}
      decide={() => decisionsApi.decide.call(input)}
      currency={row?.currency ?? ''}
      isUnseen={decision.act === 'confirm'}
    >
      {row ? <PaymentSummary payment={row} /> : null}
    </Preview>
  )
}

interface SuggestedDecisionProps extends Pick<DecisionPreviewProps, 'payment' | 'decision' | 'onDone'> {
  currency: string
}

/** What a decision does that the shop suggests, below its payment, so that one press books it. */
export function SuggestedDecision({ payment, decision, currency, onDone }: SuggestedDecisionProps) {
  const input = { id: payment.id, version: payment.version, ...decision }
  const tried = useQuery({ ...decisionsApi.preview.queryOptions({ input }), ...once })
  return (
    <Preview
      tried={tried}
      decide={() => decisionsApi.decide.call(input)}
      currency={currency}
      isUnseen={false}
      onDone={onDone}
    />
  )
}

interface RecordPreviewProps extends Omit<DecisionPreviewProps, 'payment' | 'decision'> {
  recorded: { id: string; method: string; receipt: string; date: string }
}

/** A payment that an admin records by hand, and what it does. */
export function RecordPreview({ recorded, ...dialog }: RecordPreviewProps) {
  const tried = useQuery({
    ...decisionsApi.previewRecord.queryOptions({ input: recorded }),
    ...once,
  })
  const [first] = tried.data?.charges ?? []
  return (
    <Preview
      {...dialog}
      tried={tried}
      decide={() => decisionsApi.record.call(recorded)}
      currency={first?.charge.currency ?? ''}
      isUnseen
    >
      <p className="wrap-anywhere">
        {[recorded.method, recorded.receipt].join(' · ')} · <FormattedDate at={recorded.date} />
      </p>
    </Preview>
  )
}

interface PreviewProps extends Omit<DecisionPreviewProps, 'payment' | 'decision' | 'onClose'> {
  tried: Pick<UseQueryResult<Effects>, 'data' | 'error' | 'isPending'>
  decide: () => Promise<{ id: string }>
  currency: string
  /** Whether nothing says that the money came in. */
  isUnseen: boolean
  /** Undefined where it is no dialog. */
  onClose?: (() => void) | undefined
  children?: ReactNode
}

/**
 * The payment and what it pays side by side, and in sentences what happens once it is booked: what is paid, what stays due,
 * what becomes credit, which invoice and mail go out.
 */
function Preview({ tried, decide, currency, isUnseen, children, onBack, onClose, onDone }: PreviewProps) {
  const undo = useUndo()
  const book = useRef<HTMLButtonElement>(null)
  const isTried = tried.data !== undefined
  const isDialog = onClose !== undefined
  useEffect(() => {
    // In a dialog, once it is read what happens, Enter books it.
    if (isTried && isDialog) book.current?.focus()
  }, [isTried, isDialog])
  const deciding = useAct({
    send: decide,
    onDone({ id }) {
      toast.undoable(m.decision_decided(), {
        label: m.decision_undo(),
        act: () => undo.mutate(id),
        timeout: UNDO_SECONDS * 1000,
      })
      onClose?.()
      onDone?.()
    },
    failure: actFailure,
    stale: [paymentsApi.key()],
  })
  return (
    <div className="flex flex-col gap-4">
      {children}
      {tried.isPending ? (
        <div aria-busy role="status">
          <span className="sr-only">{m.decision_trying()}</span>
          <Skeleton className="h-24" />
        </div>
      ) : tried.data ? (
        <EffectList effects={tried.data} currency={currency} />
      ) : (
        <Notice tone="error">{actFailure(tried.error)}</Notice>
      )}
      {isUnseen ? <Notice tone="warning">{m.decision_confirm_unseen()}</Notice> : null}
      <p className="text-sm text-muted">{m.decision_undo_hint()}</p>
      <div className="flex flex-wrap justify-end gap-2">
        {onBack ? (
          <Button variant="quiet" className="mr-auto" onClick={onBack}>
            <ArrowLeft aria-hidden className="size-4" />
            {m.decision_back()}
          </Button>
        ) : null}
        {onClose ? (
          <Button variant="secondary" onClick={onClose}>
            {m.kit_cancel()}
          </Button>
        ) : null}
        <Button ref={book} disabled={!isTried} busy={deciding.isPending} onClick={() => deciding.mutate()}>
          {m.decision_book()}
        </Button>
      </div>
    </div>
  )
}

type Effect = Effects['charges'][number]

/** What is paid or no longer paid, each with its amounts, and whose credit changes. */
function EffectList({ effects: { charges, credits }, currency }: { effects: Effects; currency: string }) {
  return (
    <section aria-label={m.decision_follows()} className="flex flex-col gap-2">
      <h3 className="text-sm font-semibold">{m.decision_follows()}</h3>
      <ul className="flex flex-col gap-2">
        {charges.map(({ charge, ...effect }) => (
          <li
            key={charge.id}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 rounded-control border border-line p-3"
          >
            <b className="wrap-anywhere">{chargeTitle(charge)}</b>
            <b className="text-right tabular-nums">
              {effect.loses !== null ? <s>{formatDecimal(effect.loses, currency)}</s> : null}{' '}
              {effect.pays === null ? null : formatDecimal(effect.pays, currency)}
            </b>
            <span className="text-sm text-muted wrap-anywhere">
              {[charge.customer && displayName(charge.customer), shownReference(charge.reference)]
                .filter(Boolean)
                .join(' · ')}
            </span>
            <span className="max-w-32 justify-self-end text-right text-sm text-muted tabular-nums sm:max-w-none">
              {charge.rest > 0
                ? m.decision_of_due({ amount: formatDecimal(charge.rest, charge.currency) })
                : null}
            </span>
            <span className="col-span-2 mt-1">{sentenceOf({ charge, ...effect })}</span>
          </li>
        ))}
        {credits.map(({ customer, amount, currency: of }) => {
          const values = {
            customer: displayName(customer) ?? '—',
            amount: formatDecimal(Math.abs(amount), of),
          }
          return (
            <li key={customer.id + of} className="rounded-control border border-line p-3 wrap-anywhere">
              {amount > 0 ? m.decision_credit_rises(values) : m.decision_credit_falls(values)}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function sentenceOf({ charge, pays, issues, becomes }: Effect): string {
  const rest = formatDecimal(becomes.rest, charge.currency)
  if (becomes.state === 'void') return m.decision_due_void()
  if (pays !== null) {
    if (charge.state === 'paid' && becomes.state === 'paid') return m.decision_paid_before()
    return becomes.state === 'paid' ? m.decision_paid_full() : m.decision_paid_part({ rest })
  }
  if (becomes.state === 'paid') return m.decision_due_none()
  if (charge.state !== 'paid') return m.decision_due_less({ rest })
  return issues.includes('credit-note') ? m.decision_due_again({ rest }) : m.decision_owed_again({ rest })
}
