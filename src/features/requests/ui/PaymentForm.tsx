import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { catalogueApi } from '../../catalogue/ui/api.ts'
import { m } from '../../../paraglide/messages.js'
import { Button } from '../../../kit/Button.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { TextField } from '../../../kit/form/Field.tsx'
import { paymentMethods } from '../../catalogue/receipts.ts'
import type { PaymentClaim } from './payment-claim.ts'
import { failureReason } from '../../../client/error-messages.ts'

interface PaymentFormProps {
  /** What is paid for. */
  name: string
  words: { fieldsMissing: () => string; claimFailed: () => string }
  claim: PaymentClaim
  onClose: () => void
}

/** A shop seldom changes how it is paid. */
const CATALOGUE_MS = 5 * 60_000

const fields = ['payer_name', 'receipt_number', 'payment_method'] as const

/** Who paid, with which receipt, and how. The sentence about what is missing stands at the first empty field. */
export function PaymentForm({ name, words, claim, onClose }: PaymentFormProps) {
  const { form, sending, submit } = claim
  const methods = useId()
  // The shop's own list; until it is here, or without it, the usual one.
  const catalogue = useQuery({ ...catalogueApi.show.queryOptions(), staleTime: CATALOGUE_MS })
  const known = catalogue.data?.payment_methods ?? paymentMethods
  const { errors } = form.formState
  const missing = fields.find((field) => errors[field])
  const errorAt = (field: (typeof fields)[number]) => (field === missing ? words.fieldsMissing() : undefined)
  return (
    <form
      noValidate
      aria-label={m.requests_payment_of({ name })}
      onSubmit={(event) => void submit(event)}
      className="flex w-full flex-col gap-4 rounded-control border border-line bg-ground p-4"
    >
      <TextField
        label={m.requests_payer()}
        {...form.register('payer_name')}
        error={errorAt('payer_name')}
        autoComplete="name"
        maxLength={200}
      />
      <TextField
        label={m.requests_receipt()}
        {...form.register('receipt_number')}
        error={errorAt('receipt_number')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={100}
      />
      <TextField
        label={m.requests_method()}
        {...form.register('payment_method')}
        error={errorAt('payment_method')}
        placeholder={m.requests_method_placeholder()}
        list={methods}
        autoComplete="off"
        maxLength={100}
      />
      <datalist id={methods}>
        {known.map((method) => (
          <option key={method}>{method}</option>
        ))}
      </datalist>
      {sending.error ? (
        <Notice tone="error">
          <b>{words.claimFailed()}</b> {failureReason(sending.error, { words })}
        </Notice>
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={sending.isPending}>
          {m.requests_submit_payment()}
        </Button>
        <Button variant="quiet" onClick={onClose}>
          {m.kit_cancel()}
        </Button>
      </div>
    </form>
  )
}
