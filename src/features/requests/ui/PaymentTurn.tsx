import type { QueryKey } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useWatch } from 'react-hook-form'
import { m } from '../../../paraglide/messages.js'
import { shownDollars } from '../../../shared/money.ts'
import { Button } from '../../../kit/Button.tsx'
import { Notice } from '../../../kit/Notice.tsx'
import { PayTo } from './PayTo.tsx'
import { PaymentForm } from './PaymentForm.tsx'
import { type Payment, usePaymentClaim } from './payment-claim.ts'

interface PaymentTurnProps {
  /** What is paid for. */
  name: string
  /** Dollars. */
  price: number
  /** Why the last claim was turned down. */
  rejection: string | null
  words: { confirm: () => string; fieldsMissing: () => string; claimFailed: () => string }
  /** Of the lists that show it. */
  queryKey: QueryKey
  send: (payment: Payment) => Promise<{ id: string }>
}

/** It is the customer's turn: to pay, then to say so. A claim that was turned down opens the form again. */
export function PaymentTurn({ name, price, rejection, words, queryKey, send }: PaymentTurnProps) {
  const [isOpen, setOpen] = useState(rejection !== null)
  const claim = usePaymentClaim(queryKey, send)
  const method = useWatch({ control: claim.form.control, name: 'payment_method' })
  const place = useRef<HTMLDivElement>(null)
  const open = () => {
    flushSync(() => setOpen(true))
    // Opened by a press, the form is where writing goes on: within the press, or a phone shows no keyboard and whoever
    // is quick is called back from the next field.
    place.current?.querySelector<HTMLInputElement>('[name=payer_name]')?.focus()
  }
  return (
    <div ref={place} className="flex flex-col items-start gap-4">
      {rejection ? (
        <Notice tone="warning" className="w-full">
          <b>{m.requests_claim_rejected()}</b> <span className="wrap-anywhere">{rejection}</span>
        </Notice>
      ) : null}
      <p>{m.requests_how_to_pay({ price: shownDollars(price) })}</p>
      <PayTo
        price={price}
        method={method}
        onMethod={(one) =>
          claim.form.setValue('payment_method', one, { shouldValidate: claim.form.formState.isSubmitted })
        }
      />
      {isOpen ? (
        <PaymentForm name={name} words={words} claim={claim} onClose={() => setOpen(false)} />
      ) : (
        <Button
          className="h-auto! min-h-10 py-2 text-balance whitespace-normal! max-sm:w-full"
          onClick={open}
        >
          {words.confirm()}
        </Button>
      )}
    </div>
  )
}
