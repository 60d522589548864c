import { type QueryKey, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useWatch } from 'react-hook-form'
import { m } from '../../../paraglide/messages.js'
import { textIn } from '../../../shared/bilingual.ts'
import { usePageData } from '../../../kit/page/page-data.ts'
import {
  decimalTextOf,
  formatDecimal,
  formatMoney,
  type Money,
  moneyFromDecimal,
} from '../../../shared/money.ts'
import { Button } from '../../../kit/Button.tsx'
import { classes } from '../../../kit/classes.ts'
import { Notice } from '../../../kit/Notice.tsx'
import type { PaymentInput } from '../payment-input.ts'
import { PaymentForm, usePaymentClaim } from './PaymentForm.tsx'
import { PapersOf } from '../../papers/ui/PapersOf.tsx'
import { settingsApi } from '../../settings/ui/api.ts'
import { Copyable } from '../../../kit/Copyable.tsx'
import { SegmentedControl } from '../../../kit/form/SegmentedControl.tsx'
import { Select } from '../../../kit/form/Field.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import type { PaymentAccount } from '../../settings/settings.ts'
import { readOffers } from '../../catalogue/catalogue.ts'
import { type Quote, quoteFor, quotesOf } from '../quotes.ts'
import { methodKey } from '../receipt-key.ts'
import { chargesApi } from './charges-api.ts'
import { PaymentSteps } from './PaymentSteps.tsx'
import { SupportWays } from './SupportWays.tsx'

interface PaymentStepProps {
  /** What is paid for. */
  name: string
  price: Money
  /** What the payer types beside the amount. */
  reference: string | null
  /** Why the last claim was rejected. */
  rejection: string | null
  texts: { confirm: () => string; fieldsMissing: () => string; claimFailed: () => string }
  /** The key of the lists that show the payable. */
  queryKey: QueryKey
  send: (payment: PaymentInput) => Promise<{ id: string }>
  /** What is shown beside it, on a wide screen in a column of its own. */
  offer?: ReactNode
}

/** How to pay, and the form that claims the payment. It is open where the last claim was rejected, or typed text restored. */
export function PaymentStep({
  name,
  price: offered,
  reference,
  rejection,
  texts,
  queryKey,
  send,
  offer,
}: PaymentStepProps) {
  const { locale } = usePageData()
  const charge = useQuery({
    ...chargesApi.get.queryOptions({ input: { reference: reference ?? '' } }),
    enabled: reference !== null,
  }).data
  // What was offered stays, whatever the rates are today.
  const quotes = charge?.quotes.map(({ method, rate, currency, amount }): Quote => ({
    method,
    rate,
    ...moneyFromDecimal(amount, currency),
  }))
  const price = charge?.state === 'part' ? moneyFromDecimal(charge.rest, charge.currency) : offered
  const claim = usePaymentClaim(name, queryKey, send)
  const [isOpen, setOpen] = useState(rejection !== null || claim.isRestored)
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
        offer ? 'lg:grid-cols-2 lg:grid-rows-[auto_1fr]' : undefined,
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
      <div className={offer ? 'min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1' : 'min-w-0'}>
        <PayTo
          price={price}
          quotes={quotes}
          reference={reference}
          method={method}
          onMethod={(one) =>
            claim.form.setValue('payment_method', one, { shouldValidate: claim.form.formState.isSubmitted })
          }
        />
        {charge && charge.state !== 'paid' && charge.state !== 'void' ? (
          <PapersOf charge={{ id: charge.id, isOpen: true }} />
        ) : null}
      </div>
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
  )
}

interface PayToProps {
  price: Money
  /** What methods with a currency of their own take for it; without them, at the shop's present rates. */
  quotes: readonly Quote[] | undefined
  reference: string | null
  /** The method that the form has now. */
  method: string
  onMethod: (method: string) => void
}

/** The shop's accounts for the chosen method, with what has to be typed to pay. */
function PayTo({ price, quotes, reference, method, onMethod }: PayToProps) {
  const heading = useId()
  const { currency } = readOffers(usePageData())
  const { data, isError } = useQuery(settingsApi.paymentAccounts.queryOptions())
  if (!data) return isError ? <Ask sentence={m.pay_failed()} /> : <Skeleton className="h-24 w-full" />
  const methods = [...new Set(data.items.map((account) => account.method))]
  const chosen = methods.find((one) => methodKey(one) === methodKey(method)) ?? methods[0]
  if (chosen === undefined) return <Ask sentence={m.pay_ask()} />
  const steps = data.steps.find((one) => methodKey(one.method) === methodKey(chosen))
  const account = data.items.find((one) => one.method === chosen)!
  const known = quotes ?? quotesOf(price, data.items, currency)
  return (
    <section aria-labelledby={heading} className="flex w-full flex-col gap-3 rounded-control bg-well p-4">
      <h4 id={heading} className="font-semibold">
        {m.pay_to()}
      </h4>
      <Methods methods={methods} chosen={chosen} onMethod={onMethod} />
      {data.items
        .filter((account) => account.method === chosen)
        .map((account) => (
          <Account
            key={account.account}
            account={account}
            price={price}
            reference={reference}
            quote={quoteFor(account, known, currency)}
            takes={account.currency ?? currency}
          />
        ))}
      {steps ? (
        <PaymentSteps
          steps={steps}
          typed={{
            account: account.account,
            reference: reference ?? '',
            amount: formatMoney(quoteFor(account, known, currency) ?? price),
          }}
        />
      ) : null}
    </section>
  )
}

interface MethodsProps {
  methods: readonly string[]
  chosen: string
  onMethod: (method: string) => void
}

/** A segmented control for a few methods, a select for more. */
function Methods({ methods, chosen, onMethod }: MethodsProps) {
  if (methods.length === 1) return <p className="text-sm font-semibold">{chosen}</p>
  const options = methods.map((one) => ({ value: one, label: one }))
  if (methods.join('').length <= 30)
    return <SegmentedControl label={m.pay_method()} options={options} value={chosen} onChange={onMethod} />
  return (
    <Select
      label={m.pay_method()}
      options={options}
      value={chosen}
      onChange={(event) => onMethod(event.target.value)}
    />
  )
}

interface AccountProps {
  account: PaymentAccount
  price: Money
  quote: Quote | undefined
  /** The currency of the account. */
  takes: string
  reference: string | null
}

/** What is copied is what is paid. Money in a currency that the account does not take is copied with its sign. */
function Account({ account: { account, holder, note }, price, quote, takes, reference }: AccountProps) {
  const { locale } = usePageData()
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-6 gap-y-2.5 coarse:gap-y-5">
      <dt className="text-sm text-muted">{m.pay_account()}</dt>
      <dd className="font-semibold tabular-nums">
        <Copyable text={account} />
      </dd>
      {holder ? (
        <>
          <dt className="text-sm text-muted">{m.pay_holder()}</dt>
          <dd className="font-semibold">
            <Copyable text={holder} />
          </dd>
        </>
      ) : null}
      <dt className="text-sm text-muted">{m.pay_amount()}</dt>
      <dd className="font-semibold tabular-nums">
        <Copyable
          text={quote || takes === price.currency ? decimalTextOf(quote ?? price) : formatMoney(price)}
        />
      </dd>
      {quote ? (
        <dd className="col-span-2 text-sm">
          {m.pay_quote({
            amount: formatMoney(quote),
            price: formatMoney(price),
            rate: quote.rate.toLocaleString('en-US', { maximumSignificantDigits: 9 }),
          })}
        </dd>
      ) : null}
      {reference ? (
        <>
          <dt className="text-sm text-muted">{m.pay_reference()}</dt>
          <dd className="font-semibold">
            <Copyable text={reference} />
          </dd>
          <dd className="col-span-2 text-sm text-muted">{m.pay_reference_about()}</dd>
        </>
      ) : null}
      {note ? (
        <dd className="col-span-2 mt-1 text-sm whitespace-pre-line wrap-anywhere">{textIn(note, locale)}</dd>
      ) : null}
    </dl>
  )
}

/** Shown where the shop has no accounts, or they can't be fetched. */
function Ask({ sentence }: { sentence: string }) {
  return (
    <div className="flex w-full flex-col gap-3 rounded-control bg-well p-4">
      <p>{sentence}</p>
      <SupportWays />
    </div>
  )
}
