import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { settingsApi } from '../../settings/ui/api.ts'
import { m } from '../../../paraglide/messages.js'
import { Copyable } from '../../../kit/Copyable.tsx'
import { SegmentedControl } from '../../../kit/form/SegmentedControl.tsx'
import { Select } from '../../../kit/form/Field.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'
import type { PaymentAccount } from '../../settings/payment-accounts.ts'
import { methodKey } from '../../catalogue/receipts.ts'
import { SupportWays } from './SupportWays.tsx'

interface PayToProps {
  /** Dollars. */
  price: number
  /** The method that the customer has named so far. */
  method: string
  onMethod: (method: string) => void
}

/** Which number or account to pay, by the chosen method, ready to be copied. */
export function PayTo({ price, method, onMethod }: PayToProps) {
  const heading = useId()
  const { data, isError } = useQuery(settingsApi.paymentAccounts.queryOptions())
  if (!data) return isError ? <Ask sentence={m.pay_failed()} /> : <Skeleton className="h-24 w-full" />
  const methods = [...new Set(data.items.map((account) => account.method))]
  const chosen = methods.find((one) => methodKey(one) === methodKey(method)) ?? methods[0]
  if (chosen === undefined) return <Ask sentence={m.pay_ask()} />
  return (
    <section aria-labelledby={heading} className="flex w-full flex-col gap-3 rounded-control bg-well p-4">
      <h4 id={heading} className="font-semibold">
        {m.pay_to()}
      </h4>
      <Methods methods={methods} chosen={chosen} onMethod={onMethod} />
      {data.items
        .filter((account) => account.method === chosen)
        .map((account) => (
          <Account key={account.account} account={account} price={price} />
        ))}
    </section>
  )
}

interface MethodsProps {
  methods: readonly string[]
  chosen: string
  onMethod: (method: string) => void
}

/** Few methods stand side by side, many in a list. */
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

function Account({ account: { account, holder, note }, price }: { account: PaymentAccount; price: number }) {
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
        <Copyable text={price.toFixed(2)} />
      </dd>
      {note ? <dd className="col-span-2 mt-1 text-sm whitespace-pre-line wrap-anywhere">{note}</dd> : null}
    </dl>
  )
}

/** Where the shop has not said where to pay, or it can't be fetched: how to find out. */
function Ask({ sentence }: { sentence: string }) {
  return (
    <div className="flex w-full flex-col gap-3 rounded-control bg-well p-4">
      <p>{sentence}</p>
      <SupportWays />
    </div>
  )
}
