import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { m } from '../../../../paraglide/messages.js'
import { useStateForm } from '../../../../client/form/use-state-form.ts'
import { Button } from '../../../../kit/Button.tsx'
import { useDebouncedValue } from '../../../../kit/form/debounce.ts'
import { TextArea, TextField } from '../../../../kit/form/Field.tsx'
import { decimalOf, formatDecimal, moneyFromDecimal } from '../../../../shared/money/money.ts'
import { amountTyped } from '../../amounts.ts'
import type { Decision } from '../decisions/decisions.api.ts'
import { type Charge, type Payment, paymentsApi } from './payments.api.ts'
import { chargeTitle } from '../charges/charge-title.ts'
import { ChargeName } from '../charges/ChargeName.tsx'
import { PaymentSummary } from './PaymentSummary.tsx'

interface Part {
  charge: Charge
  /** As it is typed. */
  amount: string
}

interface AllocateFormProps {
  payment: Payment
  onSend: (decision: Decision) => void
}

/**
 * Chooses the amounts due that a payment pays, those first that come closest to it. A payment that paid something else needs
 * a reason, and may be taken off.
 */
export function AllocateForm({ payment, onSend }: AllocateFormProps) {
  const isMove = payment.parts.length > 0
  const { values, set, field, submit } = useStateForm({
    start: { parts: [] as Part[], reason: '', q: '' },
    send: async (typed) => send(typed.parts, typed.reason),
  })
  const { parts, reason, q } = values
  const searched = useDebouncedValue(q.trim())
  const found = useQuery({
    ...paymentsApi.charges.queryOptions({ input: searched ? { q: searched } : { payment: payment.id } }),
  })
  const currency = payment.currency ?? ''
  const whole = payment.amount ?? 0
  const amountOf = (typed: string) => amountTyped(typed, currency)
  const used = decimalOf({
    currency,
    amount: parts.reduce(
      (sum, { amount }) => sum + moneyFromDecimal(amountOf(amount) ?? 0, currency).amount,
      0,
    ),
  })
  const left = decimalOf({
    currency,
    amount: moneyFromDecimal(whole, currency).amount - moneyFromDecimal(used, currency).amount,
  })
  const add = (charge: Charge) => {
    // Of another currency nobody can say how much of the payment it needs.
    const needed = charge.currency === currency ? Math.min(charge.rest, left) : left
    set({ parts: [...parts, { charge, amount: String(needed) }], q: '' })
  }
  // Nobody chooses a row of an earlier search.
  const offered = (q.trim() === searched ? (found.data?.items ?? []) : []).filter(
    ({ id, rest }) =>
      rest > 0 &&
      parts.every(({ charge }) => charge.id !== id) &&
      payment.parts.every(({ charge }) => charge.id !== id),
  )
  const isReady = parts.length > 0 && left === 0 && parts.every(({ amount }) => (amountOf(amount) ?? 0) > 0)
  const send = (chosen: readonly Part[], given: string) =>
    onSend({
      act: 'allocate',
      parts: chosen.map(({ charge, amount }) => ({ charge_id: charge.id, amount: amountOf(amount) ?? 0 })),
      ...(isMove && { reason: given.trim() }),
    })
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      <PaymentSummary payment={payment} />
      {parts.length ? (
        <ul aria-label={m.payments_parts()} className="flex flex-col gap-3">
          {parts.map(({ charge, amount }, at) => (
            <li key={charge.id} className="flex flex-col gap-2 rounded-control border border-line p-3">
              <span className="text-sm wrap-anywhere">
                <ChargeName charge={charge} />
              </span>
              <div className="flex items-end gap-2">
                <div className="min-w-0 flex-1">
                  <TextField
                    label={m.payments_part_amount({ currency })}
                    inputMode="decimal"
                    value={amount}
                    onChange={({ target: { value } }) =>
                      set({ parts: parts.with(at, { charge, amount: value }) })
                    }
                    error={amount && amountOf(amount) === undefined ? m.payments_amount_unclear() : undefined}
                  />
                </div>
                <Button
                  variant="quiet"
                  aria-label={m.common_remove_name({ name: chargeTitle(charge) })}
                  onClick={() => set({ parts: parts.toSpliced(at, 1) })}
                >
                  <X aria-hidden className="size-4" />
                </Button>
              </div>
            </li>
          ))}
        </ul>
      ) : null}
      {left > 0 ? (
        <>
          {parts.length ? (
            <p role="status" className="text-sm font-semibold">
              {m.payments_parts_left({ amount: formatDecimal(left, currency) })}
            </p>
          ) : null}
          <TextField
            label={m.payments_match_search()}
            type="search"
            {...field('q')}
            autoComplete="off"
            maxLength={200}
          />
          <ul
            aria-label={searched ? m.common_amounts_due() : m.payments_candidates()}
            className="flex flex-col gap-2"
          >
            {offered.map((charge) => (
              <li key={charge.id}>
                <Button
                  variant="quiet"
                  className="h-auto! w-full justify-start py-2 text-left whitespace-normal!"
                  onClick={() => add(charge)}
                >
                  <span className="min-w-0 font-normal text-ink wrap-anywhere">
                    <ChargeName charge={charge} />
                    {differenceOf(charge, whole, currency)}
                    {charge.typed ? (
                      <span className="block">{m.payments_near_receipt({ typed: charge.typed })}</span>
                    ) : null}
                  </span>
                </Button>
              </li>
            ))}
          </ul>
          {searched && found.data && offered.length === 0 ? (
            <p role="status">{m.payments_match_none()}</p>
          ) : null}
        </>
      ) : null}
      {left < 0 ? (
        <p role="status" className="text-sm font-semibold text-rejected">
          {m.payments_parts_over({ amount: formatDecimal(-left, currency) })}
        </p>
      ) : null}
      {isMove ? <TextArea label={m.common_reason()} rows={2} {...field('reason')} maxLength={500} /> : null}
      <div className="flex flex-wrap justify-end gap-2">
        {isMove ? (
          <Button
            variant="secondary"
            disabled={!reason.trim() || parts.length > 0}
            onClick={() => send([], reason)}
          >
            {m.payments_take_off()}
          </Button>
        ) : null}
        <Button type="submit" disabled={!isReady || (isMove && !reason.trim())}>
          {m.payments_continue()}
        </Button>
      </div>
    </form>
  )
}

/** How much an amount due differs from the payment. Nothing where they are equal. */
function differenceOf(charge: Charge, whole: number, currency: string) {
  if (charge.currency !== currency || charge.rest === whole) return null
  const amount = formatDecimal(Math.abs(charge.rest - whole), currency)
  return (
    <span className="text-muted">
      {' · '}
      {charge.rest > whole ? m.payments_parts_over({ amount }) : m.payments_differs_less({ amount })}
    </span>
  )
}
