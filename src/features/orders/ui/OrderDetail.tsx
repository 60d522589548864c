import { m } from '../../../paraglide/messages.js'
import { Badge } from '../../../kit/Badge.tsx'
import { Card } from '../../../kit/Card.tsx'
import { classes } from '../../../kit/classes.ts'
import { useChangedIds } from '../../../client/live-updates.tsx'
import { FormattedDate } from '../../../kit/dates.tsx'
import { OrderBand } from './OrderBand.tsx'
import { OrderLines } from './OrderLines.tsx'
import { OrderNext } from './OrderNext.tsx'
import { nameOf, type Order, statusTones, statusWords } from './orders.ts'

/** An order in full: its domains and sums, and beside them what happens next. */
export function OrderDetail({ order }: { order: Order }) {
  const changed = useChangedIds().has(order.id)
  return (
    <>
      <header className="mb-6 flex flex-col items-start gap-2">
        <Badge tone={statusTones[order.status]}>{statusWords[order.status]()}</Badge>
        <h1 className="text-2xl font-black wrap-anywhere">{m.orders_order_of({ name: nameOf(order) })}</h1>
        <p className="text-muted">
          <FormattedDate at={order.created_at} />
        </p>
      </header>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <Card className={classes('flex flex-col gap-5', changed && 'animate-glow')}>
          <OrderLines order={order} />
        </Card>
        <Card className="flex flex-col gap-5">
          <OrderBand order={order} />
          <OrderNext order={order} />
        </Card>
      </div>
    </>
  )
}
