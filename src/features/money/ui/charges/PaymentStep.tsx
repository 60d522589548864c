import { type QueryKey, useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useWatch } from 'react-hook-form'
import { m } from '../../../../paraglide/messages.js'
import { textIn } from '../../../../shared/texts/bilingual.ts'
import { usePageData } from '../../../../kit/page/page-data.ts'
import { formatDecimal, formatMoney, type Money, moneyFromDecimal } from '../../../../shared/money/money.ts'
import { Button } from '../../../../kit/Button.tsx'
import { classes } from '../../../../kit/classes.ts'
import { Notice } from '../../../../kit/Notice.tsx'
import type { PaymentInput } from '../../claims/payment-input.ts'
import { PaymentForm, usePaymentClaim } from '../claims/PaymentForm.tsx'
import { InvoicesOf } from '../invoices/InvoicesOf.tsx'
import { isOpenCharge } from './charge-marks.tsx'
import { chargesApi, quotesOfCharge } from './charges.api.ts'
import { UseCredit } from '../ledger/CreditUse.tsx'
import { PayTo } from './PayTo.tsx'

interface PaymentStepProps {
  name: string
  price: Money
  /** What the payer types beside the amount. */
  reference: string | null
  /** False for an admin who works for the customer, and has no amounts due. */
  isOwn?: boolean
  rejection: string | null
  texts: { confirm: () => string; fieldsMissing: () => string; claimFailed: () => string }
  queryKey: QueryKey
  send: (payment: PaymentInput) => Promise<{ id: string }>
  open?: boolean
  /** What is shown beside it, on a wide screen in a column of its own. */
  offer?: ReactNode
}

/** How to pay, and the form that claims the payment. It is open where the last claim was rejected, or typed text restored. */
export function PaymentStep({
  name,
  price: offered,
  reference,
  isOwn = true,
  rejection,
  texts,
  queryKey,
  send,
  open: isOpenAtFirst = false,
  offer,
}: PaymentStepProps) {
  const { locale } = usePageData()
  const { data: charge, isLoading } = useQuery({
    ...chargesApi.get.queryOptions({ input: { reference: reference ?? '' } }),
    enabled: isOwn && reference !== null,
  })
  const price = charge?.state === 'part' ? moneyFromDecimal(charge.rest, charge.currency) : offered
  const openCharge = charge && isOpenCharge(charge) ? charge : undefined
  const claim = usePaymentClaim(name, queryKey, send)
  const [isOpen, setOpen] = useState(isOpenAtFirst || rejection !== null || claim.isRestored)
  const method = useWatch({ control: claim.form.control, name: 'payment_method' })
  const container = useRef<HTMLDivElement>(null)
  const open = () => {
    flushSync(() => setOpen(true))
    // Set the focus during the press. Later, a phone shows no keyboard, and a fast typist would lose the next field.
    container.current?.querySelector<HTMLInputElement>('[name=payer_name]')?.focus()
  }
  return (
    <div
      ref={container}
      className={classes(
        'grid grid-cols-1 items-start gap-x-10 gap-y-4',
        offer ? 'lg:grid-cols-2' : undefined,
      )}
    >
      <div className="flex min-w-0 flex-col gap-4">
        {offer}
        {rejection ? (
          <Notice tone="warning">
            <b>{m.requests_claim_rejected()}</b>{' '}
            <span className="wrap-anywhere">{textIn(rejection, locale)}</span>
          </Notice>
        ) : null}
        <p>{m.requests_how_to_pay({ price: formatMoney(price) })}</p>
        {charge?.state === 'part' ? (
          <Notice tone="info">
            {m.pay_rest({
              settled: formatDecimal(charge.settled, charge.currency),
              rest: formatMoney(price),
            })}
          </Notice>
        ) : null}
      </div>
      <div
        className={classes(
          'flex min-w-0 flex-col gap-3',
          offer ? 'lg:col-start-2 lg:row-start-1' : undefined,
        )}
      >
        {openCharge && openCharge.state !== 'claimed' ? <UseCredit charge={openCharge} /> : null}
        <PayTo
          price={price}
          quotes={charge && quotesOfCharge(charge)}
          isLoading={isLoading}
          reference={reference}
          method={method}
          showsSteps={isOpenAtFirst}
          onMethod={(one) =>
            claim.form.setValue('payment_method', one, { shouldValidate: claim.form.formState.isSubmitted })
          }
        />
        {openCharge ? <InvoicesOf charge={{ id: openCharge.id, isOpen: true }} /> : null}
      </div>
      <div className={offer ? 'lg:col-start-2' : undefined}>
        {isOpen ? (
          <PaymentForm name={name} texts={texts} claim={claim} onClose={() => setOpen(false)} />
        ) : (
          <Button
            className="h-auto! min-h-10 py-2 text-balance whitespace-normal! max-sm:w-full"
            onClick={open}
          >
            {texts.confirm()}
          </Button>
        )}
      </div>
    </div>
  )
}
