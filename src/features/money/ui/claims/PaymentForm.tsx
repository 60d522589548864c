import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Controller, useWatch } from 'react-hook-form'
import { settingsApi } from '../../../settings/ui/settings.api.ts'
import { accountsApi } from '../../../accounts/ui/accounts.api.ts'
import { catalogueApi } from '../../../catalogue/ui/catalogue.api.ts'
import { methodLabel } from '../../../catalogue/ui/method-label.ts'
import { m } from '../../../../paraglide/messages.js'
import { Button } from '../../../../kit/Button.tsx'
import { Notice } from '../../../../kit/Notice.tsx'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { Field, Select, TextField } from '../../../../kit/form/Field.tsx'
import { paymentMethods } from '../../../catalogue/catalogue.ts'
import { refusalCode } from '../../../../client/error-messages.ts'
import { useStoredForm } from '../../../../client/stored-form.ts'
import { useSubmitForm } from '../../../../client/form/use-submit-form.ts'
import { isReceiptText } from '../../claims/pasted-text.ts'
import type { PaymentInput } from '../../claims/payment-input.ts'
import type { ReceiptForm } from '../../providers/provider.ts'
import { isUsualReceipt, receiptForm, receiptKey } from '../../received/receipt-key.ts'
import { LONGEST_MESSAGE } from '../../received/received.ts'
import { claimFailure } from './receipt-texts.ts'
import { replaceRow } from '../../../../kit/list/paging.ts'

interface PaymentFormProps {
  /** What is paid for. */
  name: string
  texts: { fieldsMissing: () => string; claimFailed: () => string }
  claim: PaymentClaim
  onClose: () => void
}

/** How long the catalogue is cached. Payment methods seldom change. */
const CATALOGUE_MS = 5 * 60_000

/** Where the number is found, and how it looks. */
const receiptHints: Record<ReceiptForm, (inputs: { example: string }) => string> = {
  'ten-letters-and-digits': m.pay_receipt_ten,
  digits: m.pay_receipt_digits,
  any: () => m.pay_receipt_any(),
}

const fields = ['payer_name', 'receipt_number', 'payment_method'] as const

/** A text that must not be blank. It is submitted trimmed. */
const required = (missing: () => string) => ({
  setValueAs: (text: unknown) => (typeof text === 'string' ? text.trim() : ''),
  validate: (text: string) => text.trim() !== '' || missing(),
})

/** The payer, the receipt and the method. Only the first empty field shows an error. */
export function PaymentForm({ name, texts, claim, onClose }: PaymentFormProps) {
  const { form } = claim
  const rules = required(texts.fieldsMissing)
  const { errors } = form.formState
  const [method, receipt] = useWatch({ control: form.control, name: ['payment_method', 'receipt_number'] })
  // Shown when the field is left, and no reason to refuse it: banks and wallets have other forms too.
  const isMessage = isReceiptText(receipt)
  const usual = receiptForm(method)
  const isUnusual =
    !isMessage &&
    form.formState.touchedFields.receipt_number &&
    receipt.trim() !== '' &&
    !isUsualReceipt(method, receiptKey(receipt))
  const missing = fields.find((field) => errors[field])
  const errorAt = (field: (typeof fields)[number]) => (field === missing ? texts.fieldsMissing() : undefined)
  return (
    <form
      noValidate
      aria-label={m.requests_payment_of({ name })}
      onSubmit={form.submit}
      className="flex w-full flex-col gap-4 rounded-control border border-line bg-ground p-4"
    >
      <TextField
        label={m.requests_payer()}
        {...form.register('payer_name', rules)}
        error={errorAt('payer_name')}
        autoComplete="name"
        maxLength={200}
      />
      <TextField
        label={m.requests_receipt()}
        {...form.register('receipt_number', rules)}
        description={receiptHints[usual.form](usual)}
        error={errorAt('receipt_number')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={LONGEST_MESSAGE}
      />
      {isMessage ? <Notice>{m.pay_receipt_pasted()}</Notice> : null}
      <Controller
        control={form.control}
        name="payment_method"
        rules={{ validate: rules.validate }}
        render={({ field }) => <MethodField {...field} error={errorAt('payment_method')} />}
      />
      {form.sending.error ? (
        <Notice tone="error">
          <b>{texts.claimFailed()}</b> {claimFailure(form.sending.error, { texts })}
        </Notice>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={form.busy}>
          {m.requests_submit_payment()}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {m.kit_cancel()}
        </Button>
      </div>
      {/* Below the button: it appears when a press on the button leaves the field, and must not move it away. */}
      {isUnusual ? <Notice tone="warning">{m.pay_receipt_unusual({ method })}</Notice> : null}
    </form>
  )
}

/** No method has this name. */
const ANOTHER = ' '

interface MethodFieldProps {
  value: string
  onChange: (method: string) => void
  onBlur: () => void
  ref: (field: HTMLElement | null) => void
  error: string | undefined
}

/**
 * The method of a payment: a choice once one of the shop's ways to pay is set, as it is by the account that is shown. Any
 * other is typed. Nothing is asked before the ways are known, so that no field changes its kind while it is used.
 */
function MethodField({ value, onChange, error, ...field }: MethodFieldProps) {
  const id = useId()
  const container = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState<string>()
  const { data: accounts, isLoading, failureCount } = useQuery(settingsApi.paymentAccounts.queryOptions())
  // The defaults until the shop's own list is fetched.
  const catalogue = useQuery({ ...catalogueApi.show.queryOptions(), staleTime: CATALOGUE_MS })
  const methods = [
    ...new Set([
      ...(accounts?.items ?? []).map(({ method }) => method),
      ...(catalogue.data?.payment_methods ?? paymentMethods),
    ]),
  ]
  const type = (text: string) => {
    setTyped(text)
    onChange(text)
  }
  const askForAnother = () => {
    flushSync(() => type(''))
    container.current?.querySelector('input')?.focus()
  }
  if (isLoading && failureCount === 0 && value === '' && typed === undefined)
    return <Field label={m.common_payment_method()}>{() => <Skeleton className="h-10" />}</Field>
  return (
    <div ref={container}>
      {methods.includes(value) && typed !== value ? (
        <Select
          {...field}
          label={m.common_payment_method()}
          value={value}
          onChange={(event) =>
            event.target.value === ANOTHER ? askForAnother() : onChange(event.target.value)
          }
          options={[
            ...methods.map((method) => ({ value: method, label: methodLabel(method) })),
            { value: ANOTHER, label: m.pay_method_another() },
          ]}
          error={error}
        />
      ) : (
        <>
          <TextField
            {...field}
            label={m.common_payment_method()}
            value={value}
            onChange={(event) => type(event.target.value)}
            error={error}
            placeholder={m.requests_method_placeholder()}
            list={id}
            autoComplete="off"
            maxLength={100}
          />
          <datalist id={id}>
            {methods.map((method) => (
              <option key={method}>{method}</option>
            ))}
          </datalist>
        </>
      )}
    </div>
  )
}

/**
 * The state of the payment form, and its submission. The parent of the form holds it, so that closing the form loses
 * nothing.
 * @param name of what is paid for
 * @param queryKey of the lists that show the payable
 * @param options.initial what is corrected
 */
export function usePaymentClaim(
  name: string,
  queryKey: QueryKey,
  send: (payment: PaymentInput) => Promise<{ id: string }>,
  { initial, onSent }: { initial?: PaymentInput; onSent?: () => void } = {},
) {
  const client = useQueryClient()
  const { data: profile } = useQuery(accountsApi.profile.queryOptions())
  const { data: accounts } = useQuery(settingsApi.paymentAccounts.queryOptions())
  const { payer_name, receipt_number, payment_method } = initial ?? {
    payer_name: profile?.full_name ?? '',
    receipt_number: '',
    // The method whose account is shown.
    payment_method: accounts?.items[0]?.method ?? '',
  }
  const form = useSubmitForm({
    values: { payer_name, receipt_number, payment_method },
    send: (payment) => send({ ...payment, payment_method: payment.payment_method.trim() }),
    done: m.requests_payment_sent(),
    onDone(paid) {
      clear()
      replaceRow(client, queryKey, paid)
      onSent?.()
    },
    onFailure(error) {
      // The server has another state than the page shows.
      if (refusalCode(error)) void client.invalidateQueries({ queryKey })
    },
  })
  const { isRestored, clear } = useStoredForm(form, `payment ${name}`)
  return { form, isRestored }
}

type PaymentClaim = ReturnType<typeof usePaymentClaim>
