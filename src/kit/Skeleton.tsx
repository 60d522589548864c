import { classes } from './classes.ts'

/** The shape of something that is on its way. Give it a size; the list around it says aria-busy. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden
      className={classes('block animate-breathe rounded-control bg-well', className ?? 'h-4 w-full')}
    />
  )
}
