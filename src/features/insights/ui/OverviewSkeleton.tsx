import { m } from '../../../paraglide/messages.js'
import { Skeleton } from '../../../kit/Skeleton.tsx'

/** The placeholder of both overviews while their lists load. */
export const OverviewSkeleton = () => (
  <div aria-busy className="flex flex-col gap-4">
    <span role="status" className="sr-only">
      {m.kit_loading()}
    </span>
    <Skeleton className="h-64 w-full" />
    <Skeleton className="h-24 w-full" />
    <Skeleton className="h-24 w-full" />
  </div>
)
