import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Wallet } from 'lucide-react'
import { m } from '../../../paraglide/messages.js'
import { outageMessage } from '../../../client/error-messages.ts'
import { Button } from '../../../kit/Button.tsx'
import { Card } from '../../../kit/Card.tsx'
import { toast } from '../../../kit/overlay/toasts.tsx'
import { formatDecimal } from '../../../shared/money.ts'
import { creditApi } from './credit-api.ts'

/** The charges that are shown at once, the oldest first. */
const SHOWN_CHARGES = 3

type Credit = Awaited<ReturnType<typeof creditApi.own.call>>['items'][number]

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
          <CreditCharges charges={item.charges} />
        </div>
      ))}
      <p className="text-sm text-muted">{m.credit_about()}</p>
    </Card>
  )
}

function CreditCharges({ charges }: Pick<Credit, 'charges'>) {
  const client = useQueryClient()
  const use = useMutation(
    creditApi.use.mutationOptions({
      onSuccess: () => {
        toast.success(m.credit_used())
        return client.invalidateQueries()
      },
      onError: (error) => toast.error(outageMessage(error) ?? m.credit_use_failed()),
    }),
  )
  if (charges.length === 0) return null
  const list = (shown: Credit['charges']) => (
    <ul className="flex flex-wrap gap-2">
      {shown.map(({ id, subject, left, currency }) => (
        <li key={id}>
          <Button
            size="small"
            variant="secondary"
            busy={use.isPending && use.variables.id === id}
            onClick={() => use.mutate({ id })}
          >
            {m.credit_use({ subject })} · {formatDecimal(left, currency)}
          </Button>
        </li>
      ))}
    </ul>
  )
  return (
    <>
      {list(charges.slice(0, SHOWN_CHARGES))}
      {charges.length > SHOWN_CHARGES ? (
        <details>
          <summary className="w-fit cursor-pointer py-1 text-sm font-semibold text-primary">
            {m.kit_load_more()}
          </summary>
          <div className="mt-2">{list(charges.slice(SHOWN_CHARGES))}</div>
        </details>
      ) : null}
    </>
  )
}
