import { m } from '../../../paraglide/messages.js'
import { Card } from '../../../kit/Card.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'

/** A cart on its way out of the browser's storage. */
export function CartSkeleton() {
  return (
    <Card aria-busy className="flex flex-col gap-5">
      <span role="status" className="sr-only">
        {m.kit_loading()}
      </span>
      <Skeleton className="h-6 w-3/5" />
      <Skeleton className="h-6 w-2/5" />
      <Skeleton className="ml-auto h-8 w-24" />
    </Card>
  )
}
