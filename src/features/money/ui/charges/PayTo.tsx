import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { m } from '../../../../paraglide/messages.js'
import { textIn } from '../../../../shared/texts/bilingual.ts'
import { decimalTextOf, formatMoney, type Money } from '../../../../shared/money/money.ts'
import { Copyable } from '../../../../kit/Copyable.tsx'
import { Select } from '../../../../kit/form/Field.tsx'
import { SegmentedControl } from '../../../../kit/form/SegmentedControl.tsx'
import { usePageData } from '../../../../kit/page/page-data.ts'
import { QrCode } from '../../../../kit/QrCode.tsx'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { readOffers } from '../../../catalogue/catalogue.ts'
import { methodLabel } from '../../../catalogue/ui/method-label.ts'
import { settingsApi } from '../../../settings/ui/settings.api.ts'
import type { PaymentSteps as Steps } from '../../../settings/payment-steps.ts'
import type { PaymentAccount } from '../../../settings/settings.ts'
import { type Quote, quoteFor, quotesOf } from '../../charges/quotes.ts'
import { methodKey } from '../../received/receipt-key.ts'
import { Fact } from './WhatIsKnown.tsx'
import { SupportWays } from '../claims/SupportWays.tsx'

interface PayToProps {
  price: Money
  /** What methods with a currency of their own take for it; without them, at the shop's present rates. */
  quotes: readonly Quote[] | undefined
  /** Whether the price and the quotes may still change, because the amount due is being fetched. */
  isLoading?: boolean
  reference: string | null
  /** The method that the form has now. */
  method: string
  onMethod: (method: string) => void
  /** Whether the steps are shown at first. */
  showsSteps?: boolean
}

/** The shop's accounts for the chosen method, with what has to be typed to pay. */
export function PayTo({
  price,
  quotes,
  isLoading = false,
  reference,
  method,
  onMethod,
  showsSteps = false,
}: PayToProps) {
  const heading = useId()
  const { currency } = readOffers(usePageData())
  const { data, isError } = useQuery(settingsApi.paymentAccounts.queryOptions())
  if (!data || isLoading)
    return isError ? <Ask sentence={m.pay_failed()} /> : <Skeleton className="h-24 w-full" />
  const methods = [...new Set(data.items.map((account) => account.method))]
  const chosen = methods.find((one) => methodKey(one) === methodKey(method)) ?? methods[0]
  if (chosen === undefined) return <Ask sentence={m.pay_ask()} />
  const steps = data.steps.find((one) => methodKey(one.method) === methodKey(chosen))
  const account = data.items.find((one) => one.method === chosen)!
  const known = quotes ?? quotesOf(price, data.items, currency)
  return (
    <section aria-labelledby={heading} className="flex w-full flex-col gap-3 rounded-control bg-well p-4">
      <p id={heading} className="font-semibold">
        {m.pay_to()}
      </p>
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
          isOpen={showsSteps}
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
  if (methods.length === 1) return <p className="text-sm font-semibold">{methodLabel(chosen!)}</p>
  const options = methods.map((one) => ({ value: one, label: methodLabel(one) }))
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
  takes: string
  reference: string | null
}

/** What is copied is what is paid. Money in a currency that the account does not take is copied with its sign. */
function Account({ account: { account, holder, note }, price, quote, takes, reference }: AccountProps) {
  const { locale } = usePageData()
  return (
    <dl className="grid grid-cols-1 items-center gap-x-6 sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-y-2.5 sm:coarse:gap-y-5">
      <Fact label={m.pay_account()} className="font-semibold tabular-nums">
        <Copyable text={account} />
      </Fact>
      {holder ? (
        <Fact label={m.pay_holder()} className="font-semibold">
          <Copyable text={holder} />
        </Fact>
      ) : null}
      <Fact label={m.common_amount()} className="font-semibold tabular-nums">
        <Copyable
          text={quote || takes === price.currency ? decimalTextOf(quote ?? price) : formatMoney(price)}
        >
          {formatMoney(quote ?? price)}
        </Copyable>
      </Fact>
      {quote ? (
        <dd className="text-sm sm:col-span-2">
          {m.pay_quote({
            amount: formatMoney(quote),
            price: formatMoney(price),
            rate: quote.rate.toLocaleString('en-US', { maximumSignificantDigits: 9 }),
          })}
        </dd>
      ) : null}
      {reference ? (
        <>
          <Fact label={m.pay_reference()} className="font-semibold">
            <Copyable text={reference} />
          </Fact>
          <dd className="text-sm text-muted sm:col-span-2">{m.pay_reference_about()}</dd>
        </>
      ) : null}
      {note ? (
        <dd className="mt-1 text-sm whitespace-pre-line sm:col-span-2 wrap-anywhere">
          {textIn(note, locale)}
        </dd>
      ) : null}
    </dl>
  )
}

interface PaymentStepsProps {
  steps: Steps
  isOpen: boolean
  /** The placeholders of a step. */
  typed: Record<'account' | 'reference' | 'amount', string>
}

/** How one pays by a method, step by step, with what is typed at each, and the QR code of the account. */
function PaymentSteps({ steps: { method, steps, qr }, isOpen, typed }: PaymentStepsProps) {
  const { locale } = usePageData()
  const lines = textIn(steps, locale)
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  return (
    <details open={isOpen} className="w-full">
      <summary className="cursor-pointer py-1 font-semibold">{m.pay_steps({ method })}</summary>
      <div className="mt-2 flex flex-wrap items-start gap-4">
        <ol className="min-w-0 flex-1 basis-56 list-decimal pl-6 text-sm">
          {lines.map((line) => (
            <li key={line} className="wrap-anywhere">
              {line.replaceAll(
                /\((account|reference|amount)\)/g,
                (_, name: keyof typeof typed) => typed[name],
              )}
            </li>
          ))}
        </ol>
        {qr ? (
          <QrCode
            text={qr}
            label={m.pay_qr({ method })}
            className="size-40 rounded-control border border-line"
          />
        ) : null}
      </div>
    </details>
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
