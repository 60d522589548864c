import { classes } from './classes.ts'

/** The woven edge of the cloth: at the top of public pages, nowhere for mere decoration. */
export function Band({ className }: { className?: string }) {
  return <div aria-hidden className={classes('band h-1.5', className)} />
}
