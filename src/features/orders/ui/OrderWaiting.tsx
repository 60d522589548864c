import { m } from '../../../paraglide/messages.js'
import { Card } from '../../../kit/Card.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'

/** An order on its way: its head, its lines, and what happens next beside them. */
export function OrderWaiting() {
  return (
    <div aria-busy>
      <span role="status" className="sr-only">
        {m.kit_loading()}
      </span>
      <div className="mb-6 flex flex-col gap-2">
        <Skeleton className="h-6 w-24" />
        <Skeleton className="h-8 w-3/5 max-w-md" />
        <Skeleton className="h-5 w-28" />
      </div>
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <Card className="flex flex-col gap-5">
          <Skeleton className="h-6 w-full" />
          <Skeleton className="h-8 w-24 self-end" />
        </Card>
        <Card className="flex flex-col gap-5">
          <Skeleton className="h-1.5 w-full" />
          <Skeleton className="h-6 w-3/5" />
          <Skeleton className="h-16 w-full" />
          <Skeleton className="h-10 w-40 coarse:h-11" />
        </Card>
      </div>
    </div>
  )
}
