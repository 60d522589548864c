import { Skeleton } from '../../../kit/Skeleton.tsx'

/** The place of lines that are on their way. */
export function LinesSkeleton() {
  return (
    <div className="flex flex-col gap-3 py-4">
      <Skeleton className="h-10 w-3/5" />
      <Skeleton className="h-10 w-2/5 self-end" />
      <Skeleton className="h-16 w-3/5" />
      <Skeleton className="h-10 w-1/2 self-end" />
    </div>
  )
}
