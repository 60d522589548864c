import { m } from '../../../../paraglide/messages.js'
import { classes } from '../../../../kit/classes.ts'
import { Skeleton } from '../../../../kit/Skeleton.tsx'
import { rowLook } from './row-look.ts'

/** A queue on its way. */
export function QueueSkeleton() {
  return (
    <div aria-busy className="grid max-md:gap-3 md:border-t md:border-edge">
      <span role="status" className="sr-only">
        {m.kit_loading()}
      </span>
      {[0, 1, 2, 3].map((row) => (
        <div
          key={row}
          aria-hidden
          className={classes('grid gap-x-6 gap-y-3 md:min-h-22 md:grid-cols-[1.3fr_1.2fr_1.6fr]', rowLook)}
        >
          <Skeleton className="h-10 w-3/4" />
          <Skeleton className="h-10 w-3/4" />
          <Skeleton className="h-6 w-24" />
        </div>
      ))}
    </div>
  )
}
