import { m } from '../../../../paraglide/messages.js'
import { Skeleton } from '../../../../platform/ui/kit/Skeleton.tsx'

/** A queue on its way. */
export function QueueSkeleton() {
  return (
    <div aria-busy className="flex flex-col border-t border-edge">
      <span role="status" className="sr-only">
        {m.kit_loading()}
      </span>
      {[0, 1, 2, 3].map((row) => (
        <div key={row} aria-hidden className="grid gap-x-6 gap-y-3 border-b border-line p-3 md:grid-cols-3">
          <Skeleton className="h-10 w-3/4" />
          <Skeleton className="h-10 w-3/4" />
          <Skeleton className="h-6 w-24" />
        </div>
      ))}
    </div>
  )
}
