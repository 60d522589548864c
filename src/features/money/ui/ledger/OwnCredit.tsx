import { useQuery } from '@tanstack/react-query'
import { Wallet } from 'lucide-react'
import { m } from '../../../../paraglide/messages.js'
import { Card } from '../../../../kit/Card.tsx'
import { formatDecimal } from '../../../../shared/money.ts'
import { CreditCharges } from './CreditUse.tsx'
import { creditApi } from './credit-api.ts'

/** The customer's credit, with a button for each open amount that it can pay. Shows nothing without a credit. */
export function OwnCredit() {
  const credit = useQuery(creditApi.own.queryOptions())
  const items = credit.data?.items.filter(({ amount }) => amount > 0) ?? []
  if (items.length === 0) return null
  return (
    <Card className="mb-6 flex flex-col gap-3">
      <h2 className="flex items-center gap-2 font-semibold">
        <Wallet aria-hidden className="size-4" />
        {m.credit_heading()}
      </h2>
      {items.map((item) => (
        <div key={item.currency} className="flex flex-col gap-2">
          <p className="text-2xl font-black">{formatDecimal(item.amount, item.currency)}</p>
          <CreditCharges {...item} />
        </div>
      ))}
      <p className="text-sm text-muted">{m.credit_about()}</p>
    </Card>
  )
}
