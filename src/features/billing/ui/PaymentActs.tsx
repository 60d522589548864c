import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '../../../paraglide/messages.js'
import { useMay } from '../../../client/staff/staff.tsx'
import { outageMessage, refusalCode } from '../../../client/error-messages.ts'
import { Button, LinkButton } from '../../../kit/Button.tsx'
import { useDebouncedValue } from '../../../kit/form/debounce.ts'
import { TextArea, TextField } from '../../../kit/form/Field.tsx'
import { Dialog } from '../../../kit/overlay/Dialog.tsx'
import { toast } from '../../../kit/overlay/toasts.tsx'
import { formatDecimal } from '../../../shared/money.ts'
import { displayName } from '../../../shared/person.ts'
import { shopMethods } from '../../payments/receipt-key.ts'
import { shownReference } from '../../payments/reference.ts'
import { chargeTitle } from '../../payments/ui/charges-api.ts'
import { needsCheck } from '../../payments/received/received.ts'
import { stepButton } from '../../requests/ui/review/QueueKeys.tsx'
import { type Charge, type Payment, paymentsApi } from './api.ts'

const refusals: Record<string, () => string> = {
  CONFLICT: m.payments_changed,
  NOT_WAITING: m.payments_changed,
  NOT_CLAIMED: m.payments_changed,
  NOT_CHECKED: m.payments_not_checked,
  CODE_COUNTED: m.billing_code_counted,
  RECEIPT_CLAIMED: m.payments_receipt_claimed,
  NOT_SETTLED: m.payments_not_settled,
  CHARGE_VOID: m.payments_reason_void,
  OTHER_CURRENCY: m.payments_reason_currency,
}

/** Runs an act on a payment. The list is fetched again afterwards, also after a failure. */
function useAct<Input>(act: (input: Input) => Promise<unknown>, onDone: () => void = () => {}) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess: () => {
      toast.success(m.payments_saved())
      onDone()
    },
    onError: (error) =>
      toast.error(refusals[refusalCode(error) ?? '']?.() ?? outageMessage(error) ?? m.payments_act_failed()),
    onSettled: () => client.invalidateQueries({ queryKey: paymentsApi.key() }),
  })
}

interface PaymentActsProps {
  payment: Payment
  /** Called once something was decided. */
  onDone?: (() => void) | undefined
}

/** What an admin can do about a payment, by its state. The key `a` does what comes first. */
export function PaymentActs({ payment, onDone }: PaymentActsProps) {
  const { id, version, type, state, kind, method, suggestions } = payment
  const match = useAct((charge_id: string) => paymentsApi.match.call({ id, charge_id, version }), onDone)
  const confirm = useAct(() => paymentsApi.confirm.call({ id }), onDone)
  const reverse = useAct(() => paymentsApi.reverse.call({ id, version }), onDone)
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
          <MatchDialog payment={payment} onDone={onDone} />
        ) : null}
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

const ChargeName = ({ charge }: { charge: Charge }) => (
  <>
    <b>{chargeTitle(charge)}</b> · {charge.customer ? `${displayName(charge.customer)} · ` : ''}
    {shownReference(charge.reference)} · {formatDecimal(charge.rest, charge.currency)}
  </>
)

/** The search for the amount due that received money pays. */
function MatchDialog({ payment: { id, version }, onDone }: PaymentActsProps) {
  const [open, setOpen] = useState(false)
  const [q, setQ] = useState('')
  const searched = useDebouncedValue(q.trim())
  const found = useQuery({
    ...paymentsApi.charges.queryOptions({ input: { q: searched } }),
    enabled: open && searched !== '',
  })
  const match = useAct(
    (charge_id: string) => paymentsApi.match.call({ id, charge_id, version }),
    () => {
      setOpen(false)
      onDone?.()
    },
  )
  return (
    <>
      <Button {...stepButton} size="small" variant="secondary" onClick={() => setOpen(true)}>
        {m.payments_match()}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={m.payments_match()}
        description={m.payments_match_about()}
      >
        <div className="flex flex-col gap-3">
          <TextField
            label={m.payments_match_search()}
            type="search"
            value={q}
            onChange={(event) => setQ(event.target.value)}
            autoComplete="off"
            maxLength={200}
          />
          <ul aria-label={m.payments_match_found()} className="flex flex-col gap-2">
            {found.data?.items.map((charge) => (
              <li key={charge.id}>
                <Button
                  variant="quiet"
                  className="h-auto! w-full justify-start py-2 text-left whitespace-normal!"
                  busy={match.isPending && match.variables === charge.id}
                  onClick={() => match.mutate(charge.id)}
                >
                  <span className="min-w-0 font-normal text-ink wrap-anywhere">
                    <ChargeName charge={charge} />
                  </span>
                </Button>
              </li>
            ))}
          </ul>
          {found.data?.items.length === 0 ? <p role="status">{m.payments_match_none()}</p> : null}
        </div>
      </Dialog>
    </>
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
