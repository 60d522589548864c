import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { LONGEST_MESSAGE } from '../../received/received.ts'
import { m } from '../../../../paraglide/messages.js'
import { Button } from '../../../../kit/Button.tsx'
import { Select, TextField } from '../../../../kit/form/Field.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { Dialog } from '../../../../kit/overlay/Dialog.tsx'
import { toast } from '../../../../kit/overlay/toasts.tsx'
import { amountTyped } from '../../amounts.ts'
import { methodKey } from '../../received/receipt-key.ts'
import { settingsApi } from '../../../settings/ui/api.ts'
import type { Evidence } from './payments-api.ts'
import { receivedApi, type ReceivedItem } from './received-api.ts'
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
  const client = useQueryClient()
  const settings = useQuery(settingsApi.show.queryOptions())
  const methods = settings.data?.values['payments.methods'] ?? []
  const read = evidence ?? item
  const own = methods.find((method) => methodKey(method) === read.method)
  const [draft, setDraft] = useState({
    method: '',
    amount: read.amount === null ? '' : String(read.amount),
    currency: read.currency ?? '',
    code: read.code ?? '',
    payer_name: read.payer_name ?? '',
    payer_phone: read.payer_phone ?? '',
    reference: read.reference ?? '',
  })
  const method = draft.method || (own ?? '')
  const amount = useRef<HTMLInputElement>(null)
  const typedAmount = amountTyped(draft.amount, draft.currency)
  const confirm = useMutation({
    mutationFn: () =>
      receivedApi.confirm.call({
        ...draft,
        id: item.id,
        version: item.version,
        ...(evidence && { evidence: evidence.id }),
        method,
        amount: typedAmount ?? 0,
        currency: draft.currency.trim().toUpperCase(),
      }),
    onSuccess() {
      toast.success(m.billing_confirmed())
      onClose()
      onConfirmed?.()
    },
    onSettled: () => client.invalidateQueries({ queryKey: receivedApi.list.key() }),
  })
  const field = (name: keyof typeof draft, label: string, most: number) => (
    <TextField
      label={label}
      value={draft[name]}
      onChange={(event) => setDraft({ ...draft, [name]: event.target.value })}
      maxLength={most}
      autoComplete="off"
      {...(name === 'amount' && {
        ref: amount,
        inputMode: 'decimal' as const,
        error: draft.amount && typedAmount === undefined ? m.payments_amount_unclear() : undefined,
      })}
    />
  )
  const isComplete = method && (typedAmount ?? 0) > 0 && /^[a-z]{3}$/i.test(draft.currency.trim())
  return (
    <Dialog
      open
      onClose={onClose}
      title={m.billing_check_and_confirm()}
      description={reasonText(item.reason)}
      initialFocus={amount}
    >
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (isComplete && !confirm.isPending) confirm.mutate()
        }}
      >
        {read.body ? (
          <blockquote className="rounded-control bg-well px-3 py-2 font-mono text-sm wrap-anywhere whitespace-pre-wrap">
            {read.body}
          </blockquote>
        ) : null}
        <div className="grid grid-cols-2 gap-4">
          {field('amount', m.billing_column_amount(), 20)}
          {field('currency', m.billing_currency(), 3)}
          <Select
            label={m.billing_method()}
            placeholder={m.billing_choose()}
            value={method}
            onChange={(event) => setDraft({ ...draft, method: event.target.value })}
            options={methods.map((value) => ({ value, label: value }))}
          />
          {field('code', m.billing_column_code(), LONGEST_MESSAGE)}
          {field('payer_name', m.billing_payer_name(), 200)}
          {field('payer_phone', m.billing_payer_phone(), 40)}
          {field('reference', m.billing_column_reference(), 100)}
        </div>
        {confirm.error ? <Notice tone="error">{decisionFailure(confirm.error)}</Notice> : null}
        <div className="flex flex-wrap gap-3">
          <Button type="submit" disabled={!isComplete} busy={confirm.isPending}>
            {m.billing_confirm()}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {m.kit_cancel()}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
