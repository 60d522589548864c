import { useQuery } from '@tanstack/react-query'
import { Coins } from 'lucide-react'
import { m } from '../../../../paraglide/messages.js'
import { errorSentence, refusalCode } from '../../../../client/error-messages.ts'
import { useAct } from '../../../../client/form/act.ts'
import { AskedButton } from '../../../../client/form/AskedButton.tsx'
import { Button } from '../../../../kit/Button.tsx'
import { Card } from '../../../../kit/Card.tsx'
import { formatDecimal } from '../../../../shared/money/money.ts'
import type { OwnCharge } from '../charges/charges.api.ts'
import { billTitle } from '../charges/bill-title.ts'
import { creditApi } from './credit.api.ts'

type Credit = Awaited<ReturnType<typeof creditApi.own.call>>['items'][number]

/** What follows once a charge is paid with credit. A payment changes many lists, so all of them are read again. */
const afterUse = {
  failure: (error: unknown) =>
    refusalCode(error) ? m.credit_changed() : errorSentence(m.credit_use_failed)(error),
  stale: [[]],
}

/** Pays an open charge with the own credit. */
const useCredit = () =>
  useAct({ send: (id: string) => creditApi.use.call({ id }), done: m.credit_used(), ...afterUse })

/**
 * The customer's credit, and the payments that it is left of. It is used on the page of an amount due. Shows nothing
 * without a credit.
 */
export function OwnCredit({ paid }: { paid: readonly OwnCharge[] }) {
  const credit = useQuery(creditApi.own.queryOptions())
  const items = credit.data?.items.filter(({ amount }) => amount > 0) ?? []
  if (items.length === 0) return null
  return (
    <Card className="mb-6 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4! py-3! sm:px-6!">
      <div className="min-w-0">
        <h2 className="flex items-center gap-2 font-semibold">
          <Coins aria-hidden className="size-4" />
          {m.credit_heading()}
        </h2>
        {paid.flatMap(creditFrom).map((source) => (
          <p key={source} className="text-sm wrap-anywhere">
            {source}
          </p>
        ))}
        <p className="text-sm text-muted">{m.credit_about()}</p>
      </div>
      {items.map((item) => (
        <p key={item.currency} className="text-xl font-bold tabular-nums">
          {formatDecimal(item.amount, item.currency)}
        </p>
      ))}
    </Card>
  )
}

/** The sentence about a payment of which something was left. */
function creditFrom(charge: OwnCharge): string[] {
  const { amount, currency, payments } = charge
  const sum = payments.reduce((paid, one) => (one.currency === currency ? paid + one.amount : paid), 0)
  if (sum <= amount) return []
  const name = billTitle(charge)
  return [
    m.credit_from({ name, paid: formatDecimal(sum, currency), amount: formatDecimal(amount, currency) }),
  ]
}

/** The button that pays a charge with the customer's credit. Shows nothing without credit in its currency. */
export function UseCredit({
  charge: { id, rest, currency },
}: {
  charge: Pick<OwnCharge, 'id' | 'rest' | 'currency'>
}) {
  const credit = useQuery(creditApi.own.queryOptions())
  const use = useCredit()
  const available = credit.data?.items.find((one) => one.currency === currency)?.amount ?? 0
  if (available <= 0 || rest <= 0) return null
  const used = Math.min(available, rest)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control bg-well p-4">
      <Button variant="secondary" busy={use.isPending} onClick={() => use.mutate(id)}>
        {m.credit_use_mine({ amount: formatDecimal(used, currency) })}
      </Button>
      <p className="min-w-0 flex-1 basis-40 text-sm">
        {used < rest
          ? m.credit_leaves({ rest: formatDecimal(rest - used, currency) })
          : m.credit_pays_all({ left: formatDecimal(available - used, currency) })}
      </p>
    </div>
  )
}

interface UseCustomersCreditProps {
  credit: Credit[]
  charge: { id: string; name: string }
}

/** The button that pays a customer's charge with their credit, once it is confirmed. Shows nothing where no credit can pay it. */
export function UseCustomersCredit({ credit, charge: { id, name } }: UseCustomersCreditProps) {
  for (const { amount, charges } of credit) {
    const charge = charges.find((one) => one.id === id)
    if (!charge || amount <= 0) continue
    const used = Math.min(charge.left, amount)
    const values = { name, amount: formatDecimal(used, charge.currency) }
    const title = m.credit_use_customers(values)
    return (
      <AskedButton
        variant="secondary"
        title={title}
        about={
          used < charge.left
            ? m.credit_use_part_about({ ...values, rest: formatDecimal(charge.left - used, charge.currency) })
            : m.credit_use_whole_about(values)
        }
        confirm={m.decision_book()}
        act={{
          send: () => creditApi.useFor.call({ id }),
          done: m.credit_used_for_customer(),
          ...afterUse,
        }}
      >
        {title}
        <span className="sr-only">: {name}</span>
      </AskedButton>
    )
  }
  return null
}
