import { Suspense } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { useMay } from '../../../../client/session/staff.tsx'
import { toastOf } from '../../../../client/form/act.ts'
import { Button, LinkButton } from '../../../../kit/Button.tsx'
import { loadedLater } from '../../../../kit/loaded-later.ts'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { shopMethods } from '../../received/receipt-key.ts'
import { DecideDialog } from '../decisions/DecideDialog.tsx'
import { ReasonButton } from '../../../../client/form/ReasonButton.tsx'
import { needsCheck } from '../../received/received.ts'
import { stepButton } from '../../../../kit/queue-marks.ts'
import { ChargeName } from '../charges/ChargeName.tsx'
import { chargeTitle } from '../charges/charge-title.ts'
import { type Payment, paymentsApi } from './payments.api.ts'
import { actFailure, usePaymentAct } from './use-act.ts'

interface PaymentActsProps {
  payment: Payment
  /** Called once something was decided. */
  onDone?: (() => void) | undefined
}

const AllocateForm = loadedLater(() => import('./AllocateForm.tsx').then((file) => file.AllocateForm))

const SuggestedDecision = loadedLater(() =>
  import('../decisions/DecisionPreview.tsx').then((file) => file.SuggestedDecision),
)

/** What an admin can do about a payment, by its state. What moves money says before what happens. */
export function PaymentActs({ payment, onDone }: PaymentActsProps) {
  const { id, version, type, state, kind, method, suggestions } = payment
  const restore = usePaymentAct(() => paymentsApi.restore.call({ id, version }), onDone)
  const keep = usePaymentAct(() => paymentsApi.keep.call({ id, version }), onDone)
  const may = useMay()
  const paysAll = (charge: (typeof suggestions)[number]) => ({
    act: 'allocate' as const,
    parts: [{ charge_id: charge.id, amount: payment.amount ?? 0 }],
  })
  const isWaiting = type === 'received' && ['received', 'held'].includes(state)
  const isUnchecked = needsCheck(payment) && kind !== 'reversal'
  // Nobody takes credit back that was used.
  const isPaid =
    type === 'received' &&
    ['matched', 'short', 'over', 'double'].includes(state) &&
    method !== shopMethods.credit
  const isPending = payment.decision !== null && payment.decision.failed === null
  if (!may('payments.write') || isPending || type === 'refund' || (type === 'claim' && state !== 'claimed'))
    return null
  const asked = {
    button: { size: 'small', variant: 'quiet' },
    reason: 'payment',
    done: m.payments_saved(),
    onDone,
    onFailure: toastOf(actFailure),
    stale: [paymentsApi.key()],
  } as const
  return (
    <div className="flex flex-col gap-2">
      {suggestions.map((charge) => (
        <div
          key={charge.id}
          className="flex flex-wrap items-center gap-2 rounded-control bg-well p-3 text-sm"
        >
          <span className="min-w-0 flex-1 wrap-anywhere">
            {m.payments_suggestion()} <ChargeName charge={charge} />
            {charge.typed ? (
              <span className="block">{m.payments_near_receipt({ typed: charge.typed })}</span>
            ) : null}
          </span>
          {suggestions.length > 1 ? (
            <DecideDialog
              payment={payment}
              title={m.payments_accept()}
              about={chargeTitle(charge)}
              button={{ ...stepButton, variant: 'secondary' }}
              decision={paysAll(charge)}
              onDone={onDone}
            />
          ) : (
            <div className="w-full">
              <Suspense fallback={<Skeleton className="h-24" />}>
                <SuggestedDecision
                  payment={payment}
                  decision={paysAll(charge)}
                  currency={payment.currency ?? charge.currency}
                  onDone={onDone}
                />
              </Suspense>
            </div>
          )}
        </div>
      ))}
      <div className="flex flex-wrap gap-2">
        {type === 'claim' ? (
          <>
            <DecideDialog
              payment={payment}
              title={m.payments_confirm()}
              button={{ ...stepButton, variant: 'secondary' }}
              decision={{ act: 'confirm' }}
              onDone={onDone}
            />
            <ReasonButton
              {...asked}
              label={m.payments_reject()}
              about={m.payments_reject_about()}
              send={(reason) => paymentsApi.reject.call({ id, reason })}
            />
          </>
        ) : null}
        {(isWaiting && !isUnchecked && kind !== 'reversal') || isPaid ? (
          <DecideDialog
            payment={payment}
            title={isPaid ? m.payments_move() : m.payments_match()}
            description={m.payments_match_about()}
            button={isPaid ? { variant: 'quiet' } : { ...stepButton, variant: 'secondary' }}
            renderForm={(send) => <AllocateForm payment={payment} onSend={send} />}
            onDone={onDone}
          />
        ) : null}
        {payment.disagrees ? (
          <Button
            {...stepButton}
            size="small"
            variant="secondary"
            busy={keep.isPending}
            onClick={() => keep.mutate()}
          >
            {m.payments_keep()}
          </Button>
        ) : null}
        {state === 'ignored' ? (
          <Button size="small" variant="secondary" busy={restore.isPending} onClick={() => restore.mutate()}>
            {m.payments_restore()}
          </Button>
        ) : null}
        {(isWaiting && kind === 'reversal') || isPaid ? (
          <DecideDialog
            payment={payment}
            title={m.payments_reverse()}
            button={{ ...stepButton, variant: 'quiet' }}
            decision={{ act: 'reverse' }}
            onDone={onDone}
          />
        ) : null}
        {isUnchecked ? (
          <LinkButton size="small" variant="secondary" to="/admin/payments/import">
            {m.billing_check_and_confirm()}
          </LinkButton>
        ) : null}
        {isWaiting || state === 'unread' ? (
          <ReasonButton
            {...asked}
            label={m.common_not_ours()}
            about={m.payments_ignore_about()}
            send={(reason) => paymentsApi.ignore.call({ id, reason, version })}
          />
        ) : null}
      </div>
    </div>
  )
}
