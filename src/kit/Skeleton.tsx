import { classes } from './classes.ts'
import { Card } from './Card.tsx'

/** A placeholder while data loads. `className` sets its size; the list around it sets aria-busy. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={classes('block animate-breathe rounded-control bg-well', className ?? 'h-4 w-full')}
    />
  )
}

/** Two placeholder cards of a list that is loading. */
export function CardSkeletons() {
  return (
    <div aria-hidden className="flex flex-col gap-4">
      {[0, 1].map((card) => (
        <Card key={card} className="grid gap-x-10 gap-y-5 lg:grid-cols-2">
          <div className="flex flex-col gap-3">
            <Skeleton className="h-6 w-24" />
            <Skeleton className="h-7 w-3/5" />
            <Skeleton className="h-1.5 w-full" />
          </div>
          <div className="flex flex-col gap-3">
            <Skeleton className="h-4 w-4/5" />
            <Skeleton className="h-4 w-3/5" />
          </div>
        </Card>
      ))}
    </div>
  )
}
