import { m } from '../../../paraglide/messages.js'
import { shownDollars } from '../../../shared/money.ts'
import { Badge } from '../../../kit/Badge.tsx'
import { Card } from '../../../kit/Card.tsx'
import { classes } from '../../../kit/classes.ts'
import { LinkButton } from '../../../kit/Button.tsx'
import { useChangedIds } from '../../../client/live-updates.tsx'
import { FormattedDate } from '../../../kit/dates.tsx'
import { nextOf } from './next.ts'
import { OrderBand } from './OrderBand.tsx'
import { nameOf, type Order, statusTones, statusWords } from './orders.ts'

/** An order in the list: what was ordered and how far it is. Glows once when it changes. */
export function OrderCard({ order }: { order: Order }) {
  const changed = useChangedIds().has(order.id)
  const { sentence, act } = nextOf(order)
  return (
    <Card
      className={classes(
        'grid grid-cols-1 items-start gap-x-10 gap-y-5 lg:grid-cols-2',
        changed && 'animate-glow',
      )}
    >
      <div className="flex min-w-0 flex-col gap-4">
        <div className="flex flex-col items-start gap-1">
          <Badge tone={statusTones[order.status]}>{statusWords[order.status]()}</Badge>
          <h2 className="mt-1 text-xl font-bold wrap-anywhere">{nameOf(order)}</h2>
          <p className="text-sm text-muted">
            {m.orders_order()} · <FormattedDate at={order.created_at} />
          </p>
        </div>
        <OrderBand order={order} />
      </div>
      <div className="flex min-w-0 flex-col items-start gap-4">
        <p>
          <span className="text-sm text-muted">{m.orders_total()}</span>{' '}
          <span className="text-xl font-bold">{shownDollars(order.total_price)}</span>
        </p>
        <p className="font-semibold">{sentence}</p>
        <LinkButton
          to={`/dashboard/orders/${order.id}`}
          variant={act === 'pay' ? 'primary' : 'secondary'}
          className="max-sm:w-full"
        >
          {m.orders_open()}
          <span className="sr-only">: {nameOf(order)}</span>
        </LinkButton>
      </div>
    </Card>
  )
}
