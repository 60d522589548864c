import type { ComponentProps } from 'react'
import { classes } from './classes.ts'

/** A bordered section for one subject. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return (
    <section {...rest} className={classes('rounded-card border border-line bg-card p-5 sm:p-6', className)} />
  )
}
