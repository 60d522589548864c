import { useState } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { useMay } from '../../../../client/staff/staff.tsx'
import { Button, LinkButton } from '../../../../kit/Button.tsx'
import { TextArea } from '../../../../kit/form/Field.tsx'
import { Dialog } from '../../../../kit/overlay/Dialog.tsx'
import { shopMethods } from '../../received/receipt-key.ts'
import { chargeTitle } from '../charges/charges-api.ts'
import { needsCheck } from '../../received/received.ts'
import { stepButton } from '../../../../kit/queue-marks.ts'
import { AllocateDialog } from './AllocateDialog.tsx'
import type { Allocation } from './AllocateForm.tsx'
import { ChargeName } from '../charges/ChargeName.tsx'
import { type Payment, paymentsApi } from './payments-api.ts'
import { useAct } from './use-act.ts'

interface PaymentActsProps {
  payment: Payment
  /** Called once something was decided. */
  onDone?: (() => void) | undefined
}

/** What an admin can do about a payment, by its state. The key `a` does what comes first. */
export function PaymentActs({ payment, onDone }: PaymentActsProps) {
  const { id, version, type, state, kind, method, suggestions } = payment
  const allocate = useAct(
    (allocation: Allocation) => paymentsApi.allocate.call({ id, version, ...allocation }),
    onDone,
  )
  const match = useAct((charge_id: string) => paymentsApi.match.call({ id, charge_id, version }), onDone)
  const confirm = useAct(() => paymentsApi.confirm.call({ id }), onDone)
  const reverse = useAct(() => paymentsApi.reverse.call({ id, version }), onDone)
  const restore = useAct(() => paymentsApi.restore.call({ id, version }), onDone)
  const keep = useAct(() => paymentsApi.keep.call({ id, version }), onDone)
  const may = useMay()
  const isWaiting = type === 'received' && ['received', 'held'].includes(state)
  const isUnchecked = needsCheck(payment) && kind !== 'reversal'
  // Nobody takes credit back that was used.
  const isPaid =
    type === 'received' &&
    ['matched', 'short', 'over', 'double'].includes(state) &&
    method !== shopMethods.credit
  if (!may('payments.write') || type === 'refund' || (type === 'claim' && state !== 'claimed')) return null
  return (
    <div className="flex flex-col gap-2">
      {suggestions.map((charge) => (
        <div
          key={charge.id}
          className="flex flex-wrap items-center gap-2 rounded-control bg-well p-3 text-sm"
        >
          <span className="min-w-0 flex-1 wrap-anywhere">
            {m.payments_suggestion()} <ChargeName charge={charge} />
          </span>
          <Button
            {...stepButton}
            size="small"
            variant="secondary"
            busy={match.isPending && match.variables === charge.id}
            onClick={() => match.mutate(charge.id)}
          >
            {m.payments_accept()}
            <span className="sr-only">: {chargeTitle(charge)}</span>
          </Button>
        </div>
      ))}
      <div className="flex flex-wrap gap-2">
        {type === 'claim' ? (
          <>
            <Button
              {...stepButton}
              size="small"
              variant="secondary"
              busy={confirm.isPending}
              onClick={() => confirm.mutate(undefined)}
            >
              {m.payments_confirm()}
            </Button>
            <ReasonDialog
              label={m.payments_reject()}
              about={m.payments_reject_about()}
              send={(reason) => paymentsApi.reject.call({ id, reason })}
              onDone={onDone}
            />
          </>
        ) : null}
        {isWaiting && !isUnchecked && kind !== 'reversal' ? (
          <AllocateDialog payment={payment} suggestions={suggestions} act={allocate} />
        ) : null}
        {payment.disagrees ? (
          <Button
            {...stepButton}
            size="small"
            variant="secondary"
            busy={keep.isPending}
            onClick={() => keep.mutate(undefined)}
          >
            {m.payments_keep()}
          </Button>
        ) : null}
        {state === 'ignored' ? (
          <Button
            size="small"
            variant="secondary"
            busy={restore.isPending}
            onClick={() => restore.mutate(undefined)}
          >
            {m.payments_restore()}
          </Button>
        ) : null}
        {isPaid ? <AllocateDialog payment={payment} suggestions={[]} act={allocate} /> : null}
        {(isWaiting && kind === 'reversal') || isPaid ? (
          <Button
            {...stepButton}
            size="small"
            variant="quiet"
            busy={reverse.isPending}
            onClick={() => reverse.mutate(undefined)}
          >
            {m.payments_reverse()}
          </Button>
        ) : null}
        {isUnchecked ? (
          <LinkButton size="small" variant="secondary" to="/admin/payments/import">
            {m.billing_check_and_confirm()}
          </LinkButton>
        ) : null}
        {isWaiting || state === 'unread' ? (
          <ReasonDialog
            label={m.payments_ignore()}
            about={m.payments_ignore_about()}
            send={(reason) => paymentsApi.ignore.call({ id, reason, version })}
            onDone={onDone}
          />
        ) : null}
      </div>
    </div>
  )
}

interface ReasonDialogProps {
  label: string
  about: string
  send: (reason: string) => Promise<unknown>
  onDone?: (() => void) | undefined
}

/** Asks for a reason, and sends it. */
function ReasonDialog({ label, about, send, onDone }: ReasonDialogProps) {
  const [open, setOpen] = useState(false)
  const [reason, setReason] = useState('')
  const [isMissing, setMissing] = useState(false)
  const act = useAct(send, () => {
    setOpen(false)
    onDone?.()
  })
  const submit = () => {
    setMissing(!reason.trim())
    if (reason.trim()) act.mutate(reason.trim())
  }
  return (
    <>
      <Button size="small" variant="quiet" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={label} description={about}>
        <form
          noValidate
          className="flex flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <TextArea
            label={m.payments_reason()}
            rows={3}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            error={isMissing ? m.payments_reason_missing() : undefined}
            maxLength={500}
          />
          <Button type="submit" className="self-end" busy={act.isPending}>
            {label}
          </Button>
        </form>
      </Dialog>
    </>
  )
}
