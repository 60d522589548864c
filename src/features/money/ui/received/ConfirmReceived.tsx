import { type ComponentProps, type ReactNode, useRef } from 'react'
import { LONGEST_MESSAGE } from '../../received/received.ts'
import { m } from '../../../../paraglide/messages.js'
import { useStateForm } from '../../../../client/form/use-state-form.ts'
import { Button } from '../../../../kit/Button.tsx'
import { TextField } from '../../../../kit/form/Field.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { Dialog } from '../../../../kit/overlay/Dialog.tsx'
import { amountTyped } from '../../amounts.ts'
import { methodKey } from '../../received/receipt-key.ts'
import { MethodSelect, usePaymentMethods } from '../charges/MethodSelect.tsx'
import type { Evidence } from './payments.api.ts'
import { receivedApi, type ReceivedItem } from './received.api.ts'
import { decisionFailure, reasonText } from './received-texts.ts'

interface ConfirmReceivedProps {
  item: ReceivedItem
  /** What the admin says is true, where several say something. */
  evidence?: Evidence | undefined
  onClose: () => void
  onConfirmed?: (() => void) | undefined
}

/** The facts of a payment as they were read, which the admin corrects where they are wrong, and confirms. */
export function ConfirmReceived({ item, evidence, onClose, onConfirmed }: ConfirmReceivedProps) {
  const methods = usePaymentMethods()
  const read = evidence ?? item
  const amount = useRef<HTMLInputElement>(null)
  const methodOf = (chosen: { method: string }) =>
    chosen.method || (methods.find((one) => methodKey(one) === read.method) ?? '')
  const { values, field, submit, busy, failure } = useStateForm({
    start: {
      method: '',
      amount: read.amount === null ? '' : String(read.amount),
      currency: read.currency ?? '',
      code: read.code ?? '',
      payer_name: read.payer_name ?? '',
      payer_phone: read.payer_phone ?? '',
      reference: read.reference ?? '',
    },
    send: (facts) =>
      receivedApi.confirm.call({
        ...facts,
        id: item.id,
        version: item.version,
        ...(evidence && { evidence: evidence.id }),
        method: methodOf(facts),
        amount: amountTyped(facts.amount, facts.currency) ?? 0,
        currency: facts.currency.trim().toUpperCase(),
      }),
    done: m.billing_confirmed(),
    onDone() {
      onClose()
      onConfirmed?.()
    },
    failure: decisionFailure,
    stale: [receivedApi.list.key()],
  })
  const method = methodOf(values)
  const typedAmount = amountTyped(values.amount, values.currency)
  const text = (name: keyof typeof values, label: string, maxLength: number) => (
    <TextField {...field(name)} label={label} maxLength={maxLength} autoComplete="off" />
  )
  const isComplete = method && (typedAmount ?? 0) > 0 && isCurrencyCode(values.currency)
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.billing_check_and_confirm()}
      description={reasonText(item.reason)}
      initialFocus={amount}
    >
      <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
        {read.body ? <MessageText>{read.body}</MessageText> : null}
        <div className="grid grid-cols-2 gap-4">
          <TextField
            {...field('amount')}
            ref={amount}
            label={m.common_amount()}
            inputMode="decimal"
            error={values.amount && typedAmount === undefined ? m.payments_amount_unclear() : undefined}
            maxLength={20}
            autoComplete="off"
          />
          <CurrencyField {...field('currency')} />
          <MethodSelect {...field('method')} value={method} />
          {text('code', m.billing_column_code(), LONGEST_MESSAGE)}
          {text('payer_name', m.billing_payer_name(), 200)}
          {text('payer_phone', m.billing_payer_phone(), 40)}
          {text('reference', m.common_reference(), 100)}
        </div>
        <DialogEnd
          label={m.common_confirm_payment()}
          isComplete={Boolean(isComplete)}
          busy={busy}
          failure={failure}
          onClose={onClose}
        />
      </form>
    </Dialog>
  )
}

export const isCurrencyCode = (typed: string) => /^[a-z]{3}$/i.test(typed.trim())

export const CurrencyField = (props: Omit<ComponentProps<typeof TextField>, 'label'>) => (
  <TextField label={m.common_currency()} maxLength={3} autoComplete="off" {...props} />
)

/** A message as it came in. */
export const MessageText = ({ children }: { children: ReactNode }) => (
  <blockquote className="rounded-control bg-well px-3 py-2 font-mono text-sm wrap-anywhere whitespace-pre-wrap">
    {children}
  </blockquote>
)

interface DialogEndProps {
  label: string
  isComplete: boolean
  busy: boolean
  failure: string | undefined
  onClose: () => void
}

/** Why the form of a dialog was not sent, and its buttons. */
export const DialogEnd = ({ label, isComplete, busy, failure, onClose }: DialogEndProps) => (
  <>
    {failure ? <Notice tone="error">{failure}</Notice> : null}
    <div className="flex flex-wrap gap-3">
      <Button type="submit" disabled={!isComplete} busy={busy}>
        {label}
      </Button>
      <Button variant="secondary" onClick={onClose}>
        {m.kit_cancel()}
      </Button>
    </div>
  </>
)
