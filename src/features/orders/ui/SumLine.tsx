import { shownDollars } from '../../../shared/money.ts'
import { classes } from '../../../kit/classes.ts'

interface SumLineProps {
  name: string
  /** Dollars. */
  amount: number
  strong?: boolean
  className?: string
}

/** An amount under a column of prices. Stands in a `dl`. */
export function SumLine({ name, amount, strong = false, className }: SumLineProps) {
  return (
    <div className={classes('flex items-baseline justify-between gap-4', className)}>
      <dt className={strong ? 'font-semibold' : 'text-muted'}>{name}</dt>
      <dd className={strong ? 'text-2xl font-black' : 'font-semibold'}>{shownDollars(amount)}</dd>
    </div>
  )
}
