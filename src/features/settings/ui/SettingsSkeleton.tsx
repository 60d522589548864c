import { m } from '../../../paraglide/messages.js'
import { Card } from '../../../kit/Card.tsx'
import { Skeleton } from '../../../kit/Skeleton.tsx'

/** Settings that are on their way. */
export function SettingsSkeleton() {
  return (
    <div aria-busy className="flex flex-col gap-4 xl:mr-56">
      <span role="status" className="sr-only">
        {m.kit_loading()}
      </span>
      {[0, 1, 2].map((card) => (
        <Card key={card} className="flex flex-col gap-4">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-10 w-full" />
        </Card>
      ))}
    </div>
  )
}
